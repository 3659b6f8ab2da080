import { randomInt } from 'node:crypto';
import { CODE_LENGTH, CODE_LETTERS, readCode, type SignSize } from '@madang/contract/places/crowd';
import type { CallOutput } from '@madang/contract/endpoint';
import type { Endpoints } from '@madang/contract/endpoints';
import { renderSVG } from 'uqr';
import type { Executor, Transaction } from '../../database/database.ts';
import { escapeHtml } from '../../lib/html.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Router } from '../../http/router.ts';
import { pagePolicy, policyHash } from '../../http/request.ts';
import {
  addAmenityReport,
  AMENITIES_TAG,
  type AmenityReportsDependencies,
  readAmenities,
} from './amenity-reports.ts';
import {
  addCrowdReport,
  CROWD_TAG,
  type CrowdReportsDependencies,
  readCrowdReports,
} from './crowd-reports.ts';

/** Mounts the endpoints of printed codes. */
export function registerCodes(router: Router, dependencies: CodesDependencies): void {
  router.share('GET /api/codes/{code}', async ({ path }) => ({
    json: JSON.stringify(await readSign(dependencies, path.code)),
    tags: () => [CROWD_TAG, AMENITIES_TAG],
  }));

  router.handle('POST /api/codes/voice', ({ session, body }) =>
    dependencies.database.transaction(async (transaction) => {
      // Unlocked, since a row lock would store this transaction's id.
      const { buildingId } = await requireCode(transaction, body.code, findCode);
      const said = body.voice === 'quiet' ? { quiet: true } : { crowd: body.voice };
      const given = { buildingId, byCode: true, ...said };
      return { counted: await addCrowdReport(transaction, dependencies, session.userId, given) };
    }),
  );

  router.handle('POST /api/codes/confirmation', ({ session, body }) =>
    dependencies.database.transaction(async (transaction) => {
      const { amenityId } = await requireCode(transaction, body.code);
      if (amenityId === null) throw new ProblemError('resource.missing');
      const { counted } = await addAmenityReport(transaction, dependencies, session.userId, amenityId, {
        there: true,
      });
      return { counted };
    }),
  );
}

async function readSign(
  { database, campus }: CodesDependencies,
  given: string,
): Promise<CallOutput<Endpoints['GET /api/codes/{code}']>> {
  const code = readCode(given);
  const row = code === null ? undefined : await findCode(database, code);
  if (!row) return { sign: null };
  const { buildingId: id, building: name, spot, amenityId, replacedBy } = row;
  const { places, muted } = await readCrowdReports(database, campus);
  const { hours } = await readAmenities(database, campus.settings.timeZone);
  return {
    sign: {
      building: { id, name },
      spot,
      amenityId,
      replaced: replacedBy !== null,
      muted: muted.includes(id),
      voices: places[id] ?? {},
      hours: hours.filter(({ buildingId }) => buildingId === id),
    },
  };
}

export type CodesDependencies = AmenityReportsDependencies & CrowdReportsDependencies;

/** Returns an active code, locked by default. @throws {ProblemError} `resource.missing`, `code.replaced`. */
async function requireCode(
  transaction: Transaction,
  given: string,
  find: (transaction: Transaction, code: string) => Promise<CodeRow | undefined> = holdCode,
): Promise<CodeRow> {
  const code = readCode(given);
  const row = code === null ? undefined : await find(transaction, code);
  if (!row) throw new ProblemError('resource.missing');
  if (row.replacedBy !== null) throw new ProblemError('code.replaced');
  return row;
}

export interface CodeRow {
  code: string;
  buildingId: string;
  building: string;
  amenityId: string | null;
  /** Spot, or empty for the building itself. */
  spot: string;
  createdAt: Date;
  replacedBy: string | null;
}

const CODES = `
  SELECT code, building_id AS "buildingId", buildings.name AS building, amenity_id AS "amenityId", spot,
         created_at AS "createdAt", replaced_by AS "replacedBy"
    FROM printed_codes JOIN buildings ON buildings.id = building_id`;

/** Returns all codes, also replaced ones, by building and age. */
export function listCodes(executor: Executor): Promise<CodeRow[]> {
  return executor.rows<CodeRow>(`${CODES} ORDER BY buildings.name, building_id, created_at, code`);
}

/** Whether a code is active and matches the filter. */
export function hangs(
  { code, buildingId, replacedBy }: CodeRow,
  meant: { code?: string | undefined; building?: string | undefined },
): boolean {
  return (
    replacedBy === null &&
    (meant.code === undefined || readCode(meant.code) === code) &&
    (meant.building === undefined || meant.building === buildingId)
  );
}

export const FIND_CODE = `${CODES} WHERE code = $1`;

function findCode(executor: Executor, code: string): Promise<CodeRow | undefined> {
  return executor.first<CodeRow>(FIND_CODE, [code]);
}

/** Returns a code, locked against replacement until the commit. */
function holdCode(transaction: Transaction, code: string): Promise<CodeRow | undefined> {
  return transaction.first<CodeRow>(`${FIND_CODE} FOR SHARE OF printed_codes`, [code]);
}

/** Inserts a code. */
export async function insertCode(
  transaction: Transaction,
  row: Pick<CodeRow, 'code' | 'buildingId' | 'amenityId' | 'spot'>,
): Promise<void> {
  await transaction.change(
    'INSERT INTO printed_codes (code, building_id, amenity_id, spot) VALUES ($1, $2, $3, $4)',
    [row.code, row.buildingId, row.amenityId, row.spot],
  );
}

/** Replaces a code; false if it is unknown or replaced already. */
export async function replaceCode(transaction: Transaction, code: string, next: string): Promise<boolean> {
  const added = await transaction.change(
    `WITH old AS (
       UPDATE printed_codes SET replaced_by = $2 WHERE code = $1 AND replaced_by IS NULL
       RETURNING building_id, amenity_id, spot)
     INSERT INTO printed_codes (code, building_id, amenity_id, spot) SELECT $2, old.* FROM old`,
    [code, next],
  );
  return added > 0;
}

/** Returns a random, unguessable code. */
export function makeCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]);
  return letters.join('');
}

/** Quiet zone in modules; readers need 4 (ISO/IEC 18004). */
const QUIET = 4;

/** Codes measure at least 30 mm without quiet zone. */
const STYLE = `@page{size:A4 portrait;margin:0}
*{box-sizing:border-box;margin:0}
body{color:#000;background:#fff;font-family:"Apple SD Gothic Neo","Malgun Gothic","Noto Sans KR","Noto Sans CJK KR",sans-serif}
main{display:grid;grid-template-columns:105mm 105mm;width:210mm;margin:0 auto}
article{display:flex;flex-direction:column;align-items:center;justify-content:space-between;overflow:hidden;padding:7mm;
text-align:center;break-inside:avoid;outline:.2mm dashed #999;overflow-wrap:anywhere;word-break:keep-all}
.a6 article{height:148.5mm}
.a7 article{height:74.25mm;padding:4mm 5mm}
.a7 article{display:grid;grid-template-columns:40mm 1fr;align-items:center;column-gap:3mm;text-align:left}
svg{display:block;width:62mm;height:62mm}
.a7 svg{width:40mm;height:40mm;grid-area:1/1/span 3}
.a7 b,.a7 div,.a7 .how{grid-column:2}
b{font-size:12pt;letter-spacing:.1em}
.a7 b{font-size:9pt}
h2{font-size:20pt;line-height:1.25}
.a7 h2{font-size:13pt}
h2+p{font-size:12pt}
.a7 h2+p{font-size:9pt}
.how{font-size:12pt;line-height:1.5}
.a7 .how{font-size:8.5pt}
.at{font:9pt ui-monospace,monospace}
.a7 .at{grid-column:1/span 2;font-size:7.5pt;text-align:center}`;

/** Content security policy of the page, without scripts or requests. */
export const SIGNS_POLICY = pagePolicy([], [policyHash(STYLE)]);

interface PrintedSite {
  product: string;
  origin: string;
}

/** Returns an A4 page of signs: four A6 or eight A7 per sheet [PL-11]. */
export function printSigns(
  { product, origin }: PrintedSite,
  codes: readonly CodeRow[],
  size: SignSize,
): string {
  const signs = codes.map((row) => signOf(escapeHtml(product), origin, row));
  return `<!doctype html><html lang="ko"><head><meta charset="utf-8"><title>${escapeHtml(product)} 안내판</title>
<style>${STYLE}</style></head><body><main class="${size}">${signs.join('\n')}</main></body></html>`;
}

function signOf(product: string, origin: string, { code, building, spot }: CodeRow): string {
  const address = `${origin}/at/${code}`;
  const place = [spot, building].filter(Boolean).map(escapeHtml);
  return `<article><b>${product}</b>${renderSVG(address, { ecc: 'M', border: QUIET })}
<div><h2>${place[0]}</h2><p>${place[1] ?? ''}</p></div>
<p class="how">휴대폰 카메라로 비춰 주세요.<br>지금 어떤지 누르면 모두가 알 수 있어요.</p>
<p class="at">${escapeHtml(address.replace(/^https?:\/\//, ''))}</p></article>`;
}
