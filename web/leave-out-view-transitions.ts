import type { Plugin } from 'vite';

/** What only a `<ViewTransition>` of React ever asks for. */
const UNUSED = [
  'applyViewTransitionToHostInstances',
  'commitAfterMutationEffectsOnFiber',
  'commitEnterViewTransitions',
  'commitExitViewTransitions',
  'commitNestedViewTransitions',
  'createViewTransitionInstance',
  'restoreEnterOrExitViewTransitions',
  'restoreNestedViewTransitions',
  'scheduleViewTransitionEvent',
  'startViewTransition',
  'trackEnterViewTransitions',
];

/**
 * React's view transitions, which no screen uses, are 3,200 of the bytes that home would load. React asks in each commit
 * whether it may begin one: the answer is no, and what follows from yes is left out. A React in which any of it is no
 * longer found, and a screen that uses one, end the build; then this file goes (decision 0010).
 */
export function leaveOutViewTransitions(): Plugin {
  return {
    name: 'leave-out-view-transitions',
    apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
    enforce: 'pre',
    transform(code, id) {
      if (/\/web\/src\/.+\.tsx?$/.test(id) && /\bViewTransition\b/.test(code))
        throw new Error(`${id} uses a view transition: take leaveOutViewTransitions out of vite.config.ts`);
      return id.endsWith('/react-dom-client.production.js') ? leaveOut(code) : null;
    },
  };
}

/** @throws where something of it is not found. */
export function leaveOut(react: string): string {
  const replace = (text: string, pattern: RegExp, by: string): string => {
    if (!pattern.test(text)) throw new Error(`React has changed: ${pattern.source} is not found`);
    return text.replaceAll(pattern, by);
  };
  const without = UNUSED.reduce(
    (text, name) =>
      replace(text, new RegExp(`function ${name}\\(([^)]*)\\) \\{`, 'g'), `function ${name}($1) { return;`),
    react,
  );
  const never = replace(without, /\((\w+) & 335544064\) === \1/g, 'false');
  return replace(never, /shouldStartViewTransition\s+\? /g, 'false ? ');
}
