/** The core: what each package may import, other than itself. */
const core = {
  domain: [],
  reading: ['domain'],
  engine: ['domain', 'reading'],
  protocol: ['domain', 'reading'],
  platform: ['domain', 'reading', 'engine'],
  store: ['domain', 'engine', 'platform'],
  models: ['domain', 'engine', 'platform'],
  library: ['domain', 'reading', 'platform', 'models'],
  tools: ['domain', 'engine', 'platform', 'store', 'library'],
  host: ['domain', 'reading', 'engine', 'platform', 'store', 'models', 'library', 'tools'],
}

/** Around it, packages that Convene works without. They know the core and its server, and never each other. */
const optional = ['code-analysis', 'coding-agents', 'eval', 'gateways', 'squad', 'team']
const inwards = {
  ...core,
  ...Object.fromEntries(optional.map((name) => [name, [...Object.keys(core), 'server']])),
  // The list of them, which apps and programs pass on.
  extensions: ['host', 'protocol', ...optional],
  sdk: ['domain', 'reading', 'engine', 'models', 'host', 'tools', 'extensions'],
  testkit: ['domain', 'engine'],
  testing: ['domain', 'engine', 'sdk', 'testkit'],
}
const optionalSource = `^packages/(${optional.join('|')})/`

const source = (name) => (name === 'server' ? '^apps/server/src/index\\.ts$' : `^packages/${name}/src/`)
const own = (name) => `^packages/${name}/(src/|package\\.json$)`
/** Tests and code that only tests use. */
const tests = '(\\.test\\.ts$|\\.fixture\\.ts$|/fixtures/)'

/** The only file of a package that others may import. */
const entryPoint = '^packages/[^/]+/src/index\\.ts$'

const layers = Object.entries(inwards).map(([name, allowed]) => ({
  name: `${name}-looks-inwards`,
  comment: `${name} may import ${[...allowed, 'itself'].join(', ')} and no other part of the tree.`,
  from: { path: source(name), pathNot: tests },
  to: { path: '^(packages|apps|tests|bench|scripts)/', pathNot: [own(name), ...allowed.map(source), '/node_modules/'] },
}))

const rules = [
  {
    name: 'domain-needs-zod-only',
    comment: 'The domain runs in every process and browser: no platform, and no library except zod.',
    from: { path: source('domain'), pathNot: tests },
    to: { pathNot: ['^packages/', '(^|/)node_modules/zod/'] },
  },
  {
    name: 'reading-needs-the-domain-only',
    comment: 'What people read about a log is a function of the log, in every process and browser.',
    from: { path: source('reading'), pathNot: tests },
    to: { pathNot: '^packages/' },
  },
  {
    name: 'engine-needs-no-platform',
    comment: 'The engine declares everything it needs from outside as a port.',
    from: { path: source('engine'), pathNot: tests },
    to: { pathNot: '^packages/' },
  },
  {
    name: 'one-entry-point',
    comment: 'Import another package by its name, never a file inside it.',
    from: { path: '^((?:packages|apps)/[^/]+|tests|bench|scripts)/' },
    to: { path: '^packages/', pathNot: ['^$1/', entryPoint] },
  },
  {
    name: 'apps-stand-alone',
    comment: 'Code that two apps share belongs in a package. Other apps may start only the server and the window.',
    from: { path: '^apps/([^/]+)/' },
    to: { path: '^apps/', pathNot: ['^apps/$1/', '^apps/(server|desktop)/src/index\\.ts$'] },
  },
  {
    name: 'optional-packages-stay-optional',
    comment: 'Only the list in packages/extensions imports an optional package, with import(). Tests may use it.',
    from: { path: '^(packages|apps)/', pathNot: [tests, ...['extensions', ...optional].map(source)] },
    to: { path: optionalSource },
  },
  {
    name: 'packages-know-no-app',
    comment: 'Not even in a test: tests that span packages and apps are in tests/.',
    from: { path: '^packages/', pathNot: optionalSource },
    to: { path: '^(apps|bench)/' },
  },
  {
    name: 'optional-packages-know-the-server-only',
    comment: 'They add to the server through its entry point. Other apps stay below them.',
    from: { path: optionalSource },
    to: { path: '^(apps|bench)/', pathNot: '^apps/server/src/index\\.ts$' },
  },
  {
    name: 'testkit-is-for-tests',
    comment: 'Fakes must not reach the product.',
    from: { path: '^apps/[^/]+/(src|bin)/', pathNot: tests },
    to: { path: '^packages/testkit/' },
  },
  {
    name: 'screens-decide-nothing',
    comment: 'A screen shows the folded state and sends commands, so it imports only protocol, reading and domain.',
    from: { path: '^apps/web/' },
    to: { path: '^packages/', pathNot: '^packages/(domain|reading|protocol)/' },
  },
  {
    name: 'no-cycles',
    comment: 'A cycle, even of types, hides which part is the lower one. Dynamic imports do not count.',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
  },
  {
    name: 'no-dead-imports',
    comment: 'The imported file does not exist.',
    // Peers are installed outside the project, and only for their benchmark.
    from: { pathNot: '^bench/peers/contenders/' },
    to: { couldNotResolve: true, pathNot: '^vscode$' },
  },
]

export const forbidden = [...layers, ...rules]

/** Built files and what is installed are imported, but are not checked themselves. */
export const unchecked = ['^apps/[^/]+/dist/', '(^|/)node_modules/']
