// Parts too small for a request each, loaded at the start within its budget (`npm run budget`).
import '@madang/contract/text/rules';
import '../features/campus/campus-time.tsx';
import '../components/draft-note.tsx';
import '../features/campus/official-feature.ts';
import '../lib/use-draft.ts';
import '../features/campus/use-late-part.ts';
import '../features/offline/use-wish.ts';
import '../features/posts/byline.tsx';
import '../lib/blobs.ts';
import '../lib/drafts.ts';
import '../lib/keyboard.ts';
import '../lib/make-uuid.ts';
import '../components/end-sentinel.tsx';
import '../components/tabs.tsx';
import '../lib/use-module.ts';
import '../lib/use-take-over.ts';
