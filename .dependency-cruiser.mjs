// Which file may import which: the arrows of docs/architecture.md, type imports included.
import { foundation } from './scripts/suites.mjs';

const test = '\\.(api\\.)?test\\.tsx?$';
/** Opens the app in component tests. */
const webTesting = '^web/src/testing/';
const features = [
  'analytics',
  'accounts',
  'campus',
  'posts',
  'replies',
  'bulletin',
  'search',
  'places',
  'tickets',
  'moderation',
  'notifications',
  'offline',
  'admin',
];
const webFeatures = [
  'session',
  'campus',
  'accounts',
  'offline',
  'pictures',
  'posts',
  'replies',
  'write',
  'bulletin',
  'tickets',
  'places',
  'search',
  'moderation',
  'notifications',
  'home',
  'mypage',
  'admin',
];

/** `from` may import nothing of `to`. */
const forbid = (name, comment, from, to, extra = {}) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: test },
  to: { path: to, ...extra },
});

const inOrder = (folder, names, extra) =>
  names.map((name, index) =>
    forbid(
      `${folder.split('/')[0]}-${name}-upwards`,
      `${name} stands below ${names.slice(index + 1).join(', ')}: hand it up instead`,
      `^${folder}/${name}/`,
      `^${folder}/(${names.slice(index + 1).join('|') || 'nothing-above'})/`,
      extra,
    ),
  );

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'circle', severity: 'error', from: {}, to: { circular: true } },
    // Generated modules have no file.
    { name: 'unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
    forbid('imports-test', 'tests are imported by nobody', '^', test),

    forbid(
      'contract-alone',
      'the contract knows nobody',
      '^contract/',
      '^(campus|server|web|e2e|bench|scripts)/',
    ),
    {
      name: 'contract-zod',
      comment: 'only schemas may know the schema library: rules go into the browser',
      severity: 'error',
      from: { path: '^contract/', pathNot: '(schema|endpoint|shape)(\\.test)?\\.ts$' },
      to: { path: 'node_modules/zod' },
    },
    forbid('contract-pure', 'no I/O in the contract', '^contract/', '.*', { dependencyTypes: ['core'] }),
    forbid(
      'contract-rules-schema',
      'rules stay free of schemas',
      '^contract/.+/rules\\.ts$',
      '^contract/.+schema\\.ts$',
    ),
    forbid('campus-down', 'campus knows the contract only', '^campus/', '^(server|web|e2e|bench)/'),

    forbid(
      'foundation-down',
      'no product words below the features',
      `^(${foundation.join('|')})`,
      '^(campus|server/(seed|testing)|server/src/(features|pages|app|register-features|main|config|variables|operator|user-data))',
    ),
    forbid(
      'features-down',
      'app puts features together',
      '^server/src/features/',
      '^server/(seed|testing|src/(app|register-features|pages|main|config|variables|operator|user-data))',
    ),
    forbid(
      'app-down',
      'the seed is planted by main',
      '^server/src/(app|register-features|config|variables|pages/.+)\\.ts$',
      '^server/(seed|testing)/',
    ),
    forbid('server-apart', 'the server is not the web', '^server/', '^(web|e2e|bench)/'),
    {
      name: 'feature-door',
      comment: 'a feature is entered through its index.ts',
      severity: 'error',
      from: { path: '^server/src/features/([^/]+)/', pathNot: test },
      to: { path: '^server/src/features/', pathNot: ['/index\\.ts$', '^server/src/features/$1/'] },
    },
    {
      name: 'feature-door-outside',
      comment: 'a feature is entered through its index.ts',
      severity: 'error',
      from: { path: '^server/', pathNot: ['^server/src/features/', '^server/queries/statements', test] },
      to: { path: '^server/src/features/', pathNot: '/index\\.ts$' },
    },
    ...inOrder('server/src/features', features),
    {
      name: 'routes-on-top',
      comment: 'routes.ts and index.ts import things; things never import routes',
      severity: 'error',
      from: { path: '^server/src/features/', pathNot: [test, '(^|[/.])(index|routes)\\.ts$'] },
      to: { path: '^server/src/features/.+[/.]routes\\.ts$' },
    },

    {
      name: 'web-testing',
      comment: 'only tests of the app use what pretends to be its server',
      severity: 'error',
      from: { path: '^web/', pathNot: [test, webTesting] },
      to: { path: webTesting },
    },
    forbid('web-apart', 'the browser talks to the server by HTTP', '^web/', '^(server|campus|e2e|bench)/', {
      pathNot: '^campus/campus\\.json$',
    }),
    forbid('web-campus', 'the campus comes from the server', '^web/(?!src/testing/)', '^campus/'),
    forbid(
      'web-schema-types',
      'schemas are types in the browser',
      '^web/',
      '^contract/.+(schema|endpoint|endpoints)\\.ts$',
      {
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid('web-zod', 'no schema library in the browser', '^web/', 'node_modules/zod'),
    forbid('web-features-down', 'features stand below app', '^web/src/features/', '^web/src/app/'),
    // A screen may load a higher feature when it is used: types and dynamic imports may go up.
    ...inOrder('web/src/features', webFeatures, { dynamic: false, dependencyTypesNot: ['type-only'] }),
    forbid(
      'web-components-down',
      'components know no feature',
      '^web/src/components/',
      '^(contract|web/src/(app|features))/',
    ),
    forbid('web-lib-down', 'lib knows no component', '^web/src/lib/', '^web/src/(app|features|components)/'),
    forbid('e2e-outside', 'journeys use what a browser has', '^e2e/', '^(server|web|campus)/', {
      pathNot: '^server/testing/outside/',
    }),
    forbid(
      'testing-outside',
      'what starts and calls a server knows nothing of its inside',
      '^server/testing/outside/',
      '^(server|campus|web|e2e|bench)/',
      { pathNot: '^server/testing/outside/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
