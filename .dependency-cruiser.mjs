/** The only place where the layers are written as code: what each package may look at, besides itself. */
const inwards = {
  domain: [],
  engine: ['domain'],
  protocol: ['domain'],
  platform: ['domain', 'engine'],
  store: ['domain', 'engine', 'platform'],
  models: ['domain', 'engine', 'platform'],
  library: ['domain', 'platform', 'models'],
  tools: ['domain', 'engine', 'platform', 'store', 'library'],
  testkit: ['domain', 'engine'],
  host: ['domain', 'engine', 'platform', 'store', 'models', 'library', 'tools'],
}

const source = (name) => `^packages/${name}/src/`
const own = (name) => `^packages/${name}/(src/|package\\.json$)`
/** Tests, and what only tests run. */
const tests = '(\\.test\\.ts$|\\.fixture\\.ts$|/fixtures/)'

/** What other packages may import: the door of each package, and those of parts that are loaded when needed. */
const doors = ['^packages/[^/]+/src/index\\.ts$', '^packages/domain/src/text/index\\.ts$']

const layers = Object.entries(inwards).map(([name, allowed]) => ({
  name: `${name}-looks-inwards`,
  comment: `${name} may import ${[...allowed, 'itself'].join(', ')} and no other part of the tree.`,
  severity: 'error',
  from: { path: source(name), pathNot: tests },
  to: { path: '^(packages|apps|tests|bench|scripts)/', pathNot: [own(name), ...allowed.map(source), '/node_modules/'] },
}))

const rules = [
  {
    name: 'domain-needs-zod-only',
    comment: 'The domain runs in every process and browser: no platform, no library but zod.',
    from: { path: source('domain'), pathNot: tests },
    to: { pathNot: ['^packages/', '(^|/)node_modules/zod/'] },
  },
  {
    name: 'engine-needs-the-domain-only',
    comment: 'What the engine needs from outside, it declares as a port.',
    from: { path: source('engine'), pathNot: tests },
    to: { pathNot: '^packages/' },
  },
  {
    name: 'one-door',
    comment: 'Another package is imported by its name, never by a file inside it.',
    from: { path: '^((?:packages|apps)/[^/]+|tests|bench|scripts)/' },
    to: { path: '^packages/', pathNot: ['^$1/', ...doors] },
  },
  {
    name: 'apps-stand-alone',
    comment:
      'What two apps share belongs in a package. The server and the window alone are opened by others: by a command, an editor.',
    from: { path: '^apps/([^/]+)/' },
    to: { path: '^apps/', pathNot: ['^apps/$1/', '^apps/(server|desktop)/src/index\\.ts$'] },
  },
  {
    name: 'packages-know-no-app',
    comment: 'Not even in a test: stories that cross packages and apps live in tests/.',
    from: { path: '^packages/' },
    to: { path: '^(apps|bench)/' },
  },
  {
    name: 'testkit-is-for-tests',
    comment: 'A fake must not reach the product.',
    from: { path: '^apps/[^/]+/(src|bin)/', pathNot: tests },
    to: { path: '^packages/testkit/' },
  },
  {
    name: 'screens-decide-nothing',
    comment: 'A screen shows the folded state and sends commands: it imports protocol and domain.',
    from: { path: '^apps/(web|[^/]+/src/webview)/' },
    to: { path: '^packages/(engine|platform|store|models|library|tools|host|testkit)/' },
  },
  {
    name: 'no-cycles',
    comment: 'A cycle, of types too, hides which part is the deeper one. What is loaded when needed is none.',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
  },
  {
    name: 'no-dead-imports',
    comment: 'The imported file is not there.',
    from: {},
    to: { couldNotResolve: true, pathNot: '^vscode$' },
  },
]

export default {
  forbidden: [...layers, ...rules.map((rule) => ({ severity: 'error', ...rule }))],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^apps/[^/]+/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
