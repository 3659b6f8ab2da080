// Parts too small for a request each, loaded at the start within its budget (`npm run budget`).
import '@madang/contract/text/rules';
import '../features/campus/campus-time.tsx';
import '../features/posts/draft-notes.tsx';
import '../features/campus/official-feature.ts';
import '../lib/drafts.ts';
import '../features/campus/use-late-part.ts';
import '../features/offline/use-wish.ts';
import '../features/posts/body-text.tsx';
import '../lib/drafts.ts';
import '../lib/drafts.ts';
import '../lib/page.ts';
import '../lib/request.ts';
import '../components/lists.tsx';
import '../components/tabs.tsx';
import '../lib/use-module.ts';
import '../lib/page.ts';
