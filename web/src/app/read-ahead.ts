// Parts too small for a request each, loaded at the start within its budget (`npm run budget`).
import '@madang/contract/text/rules';
import '../parts/campus/campus-time.tsx';
import '../parts/campus/draft-note.tsx';
import '../parts/campus/official-feature.ts';
import '../parts/campus/use-draft.ts';
import '../parts/campus/use-late-part.ts';
import '../parts/campus/use-wish.ts';
import '../parts/post/byline.tsx';
import '../platform/blobs.ts';
import '../platform/drafts.ts';
import '../platform/keyboard.ts';
import '../platform/make-uuid.ts';
import '../ui/end-sentinel.tsx';
import '../ui/tabs.tsx';
import '../ui/use-module.ts';
import '../ui/use-take-over.ts';
