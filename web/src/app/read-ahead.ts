// Modules of most screens, loaded at the start within its budget (`npm run budget`): separate requests would cost more.
import '@madang/contract/text/rules';
import '../components/lists.tsx';
import '../components/tabs.tsx';
import '../features/campus/campus-time.tsx';
import '../features/campus/campus-context.ts';
import '../features/campus/use-lazy-module.ts';
import '../features/offline/use-optimistic.ts';
import '../lib/drafts.ts';
import '../lib/request.ts';
