import type { CampusSettings, LegalText } from '@madang/contract/campus/schema';
import type { BoardKind } from '@madang/contract/posts/rules';

/** One row of `buildings.tsv`: a building, or one of the special boards. */
export interface CampusBoard {
  id: string;
  name: string;
  /** One of the campus's building categories, or a special board's own label. */
  category: string;
  info: string;
  kind: BoardKind;
}

/** One campus folder, read and checked whole. */
export interface Campus {
  /** Absolute path of the folder, where its pictures lie. */
  folder: string;
  settings: CampusSettings;
  boards: readonly CampusBoard[];
  terms: LegalText;
  privacy: LegalText;
  /** Ids of the buildings that have a picture of their own; the others show the placeholder. */
  pictured: ReadonlySet<string>;
}
