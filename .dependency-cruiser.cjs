const ROOMS = require('./checks/rooms.json');

/** The import arrows of docs/design.md. A folder's name tells what its lines may touch. */
const FOLDERS =
  'workflows|activities|rules|analytics|store|messages|texts|temporal|server|simulator|cli|console|api';
/**
 * Composition roots: they put the parts together and may import anything. `cli/lint/test` is one because it gives the rule
 * tests, which are pure, the normaliser that reads a trip as the service sends it: a rule is tested without a server.
 */
const ROOTS = '^(server/main|cli/main|cli/dev/|cli/doctor/|cli/lint/test\\.ts|worker|api/generate\\.ts)';
/** Rooms of `cli/` whose door declares commands: those that stand between completion and documents. */
const NOUNS = ROOMS.cli.slice(ROOMS.cli.indexOf('completion') + 1, ROOMS.cli.indexOf('documents')).join('|');
/** A rule: files of `from` may import from the project only `to` (values and types), plus `types` as types only. */
function arrow(from, to, types = []) {
  const allowed = [from, ...to]
    .map((p) => (p.endsWith('.ts') ? `${p.replace('.', '\\.')}$` : `${p}/`))
    .join('|');
  const typed = types.map((p) => (p.endsWith('.ts') ? `${p.replace('.', '\\.')}$` : `${p}/`)).join('|');
  const out = [
    {
      name: `${from}-imports`,
      severity: 'error',
      comment: `${from}/ may import only ${[...to, 'npm'].join(', ')}${types.length ? `; as types also ${types.join(', ')}` : ''}.`,
      from: { path: `^${from}/`, pathNot: ROOTS },
      to: {
        path: `^(${FOLDERS})/|^(config|worker)\\.ts$`,
        pathNot: `^(${allowed}${typed ? `|${typed}` : ''})`,
      },
    },
  ];
  if (types.length)
    out.push({
      name: `${from}-type-imports`,
      severity: 'error',
      comment: `${from}/ imports ${types.join(', ')} as types only.`,
      from: { path: `^${from}/`, pathNot: ROOTS },
      to: { path: `^(${typed})`, pathNot: `^(${allowed})`, dependencyTypesNot: ['type-only'] },
    });
  return out;
}

/** A room imports only rooms of its layer that stand after it in checks/rooms.json: no two rooms import each other. */
const roomArrows = Object.entries(ROOMS).flatMap(([layer, names]) => {
  // `channels/*` is every folder there that is not listed by itself.
  const rooms = names.map((name) => {
    const others = names.filter((each) => each.startsWith(name.slice(0, -1)) && each !== name);
    const but = others.map((each) => `(?!${each.slice(name.length - 1)}/)`).join('');
    return name.endsWith('/*') ? `${name.slice(0, -1)}${but}[^/]+` : name;
  });
  return rooms.slice(1).map((room, index) => ({
    name: `${layer}/${room}-imports`,
    severity: 'error',
    comment: `${layer}/${room} may import only the rooms after it in checks/rooms.json.`,
    from: { path: `^${layer}/${room}/[^/]+$` },
    to: { path: `^${layer}/(${rooms.slice(0, index + 1).join('|')})/[^/]+$` },
  }));
});

/** Files in rooms, all but the doors. */
const WITHIN =
  '^(activities|cli|console|messages|rules|server|store|workflows)/.+/[^/]+$|^(analytics|api|temporal|texts)/[^/]+$';
/**
 * What is loaded when it is needed, such as a command, is loaded by its file: its room's door would load the others too.
 * The test of threads loads a compiled file. The console's build reads the list of its paths without its views.
 */
const doors = [
  {
    name: 'through-the-door',
    severity: 'error',
    comment: 'A room is imported through its door, index.ts.',
    from: {
      path: '^(.+)/[^/]+$',
      pathNot: '^(test/server/workerThreads/pool\\.int\\.test|console/build/main)\\.ts$',
    },
    to: { path: WITHIN, pathNot: ['/index\\.ts$', '^$1/[^/]+$'], dependencyTypesNot: ['dynamic-import'] },
  },
  {
    name: 'root-through-the-door',
    severity: 'error',
    comment: 'A room is imported through its door, index.ts.',
    from: { path: '^[^/]+$' },
    to: { path: WITHIN, pathNot: '/index\\.ts$', dependencyTypesNot: ['dynamic-import'] },
  },
];

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-circular-rooms', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
    ...roomArrows,
    ...doors,
    ...arrow('temporal', ['workflows/contracts'], ['workflows', 'rules', 'config.ts']),
    ...arrow(
      'server',
      ['workflows/contracts', 'temporal', 'store', 'rules', 'messages', 'texts'],
      ['workflows', 'config.ts'],
    ),
    ...arrow(
      'cli',
      ['workflows/contracts', 'temporal', 'store', 'rules', 'messages', 'texts'],
      ['workflows', 'config.ts', 'api'],
    ),
    ...arrow('workflows', ['rules/channels'], ['activities', 'rules']),
    ...arrow('activities', ['analytics', 'rules', 'store', 'messages', 'workflows/contracts'], ['config.ts']),
    ...arrow('rules', ['texts/en/lint', 'texts/say']),
    ...arrow('analytics', ['rules/json'], ['rules']),
    ...arrow('messages', ['rules/channels', 'rules/time', 'rules/vocabulary', 'texts'], ['rules']),
    ...arrow('texts', []),
    ...arrow('store', ['rules/channels'], ['rules']),
    ...arrow('simulator', []),
    ...arrow('console', ['texts'], ['api']),
    ...arrow('api', []),
    {
      name: 'declarations-are-light',
      severity: 'error',
      comment:
        'Help loads the declarations of all commands: the door of a noun imports only cli/declaration, the rest when it runs.',
      from: {
        path: `^cli/(program/(?!run)[^/]+|declaration/[^/]+|(${NOUNS})/index\\.ts)`,
      },
      to: {
        pathNot: `^cli/(declaration/|program/|(${NOUNS})/index\\.ts$)|node_modules/commander/`,
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    {
      name: 'config-parts',
      severity: 'error',
      comment: 'config/ holds the parts of config.ts; everyone else imports config.ts.',
      from: { pathNot: '^config(/|\\.ts$)' },
      to: { path: '^config/' },
    },
    {
      name: 'config-imports',
      severity: 'error',
      comment: 'config/ may import only npm.',
      from: { path: '^config/' },
      to: { path: `^(${FOLDERS})/|^(config|worker)\\.ts$` },
    },
    {
      name: 'workflows-no-node',
      severity: 'error',
      comment: 'Workflow code runs in a sandbox: no Node modules, no packages but Temporal’s workflow API.',
      from: { path: '^workflows/' },
      to: { dependencyTypes: ['core', 'npm'], pathNot: 'node_modules/@temporalio/(workflow|common)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node'] },
  },
};
