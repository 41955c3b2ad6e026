import type { CliCommand } from '../command-line/command.ts'
import { databaseUrlOption, json } from '../command-line/options.ts'
import { setup } from '../command-line/setup.ts'

/** Commands that serve another program: the app, an editor. */
export const serverCommands: readonly CliCommand[] = [
  {
    name: 'serve',
    group: 'for programs',
    summary: 'serve the app and its API over HTTP until stopped',
    arguments: [],
    options: [
      {
        name: 'port',
        kind: 'number',
        value: 'N',
        range: { min: 0, max: 65_535, whole: true },
        summary: 'port to listen on (default: 7410, or a free one)',
      },
      { name: 'host', kind: 'text', value: 'HOST', summary: 'address to listen on (default: this machine only)' },
      {
        name: 'database-url',
        kind: 'text',
        value: 'URL',
        summary: 'store sessions in Postgres, shared with other servers (or CONVENE_DATABASE_URL)',
      },
      {
        name: 'role',
        kind: 'text',
        value: 'ROLE',
        choices: ['web', 'worker', 'all'],
        summary: 'with a database: serve pages (web), run sessions (worker), or both (default: all)',
      },
      {
        name: 'capacity',
        kind: 'number',
        value: 'N',
        range: { min: 1, max: 1_000, whole: true },
        summary: 'with a database: sessions to run at once (default: 20)',
      },
      {
        name: 'address',
        kind: 'text',
        value: 'HOST',
        summary: 'with a database: name or IP at which other servers reach this one (default: where it listens)',
      },
      {
        name: 'own-folders',
        kind: 'flag',
        summary: 'with a database: run sessions started here only on this machine, which has their folders',
      },
      { name: 'migrate', kind: 'flag', summary: 'with a database: migrate the database, then start' },
    ],
    examples: [
      'convene serve',
      'convene serve --port 8080',
      'convene serve --database-url postgres://convene@db/convene --role worker',
    ],
    notes: [
      'Prints a link with an access token. Only one server runs per data folder: a second one prints the link of the first.',
      'Interrupted runs resume automatically. See docs/guide/server.md.',
      'With a database, any number of servers share their sessions. See docs/guide/team.md.',
    ],
    load: async () => (await import('../optional/serve.ts')).serve,
  },
  {
    name: 'migrate',
    group: 'for programs',
    summary: 'set up or update a shared database, before servers start',
    arguments: [],
    options: [databaseUrlOption],
    examples: ['convene migrate'],
    notes: ['Back up the database first. Does nothing if it is up to date. See docs/guide/team.md.'],
    load: async () => (await import('../optional/optional-command.ts')).optionalCommand('migrate'),
  },
  {
    name: 'import',
    group: 'for programs',
    summary: 'import the sessions of a data folder into a shared database',
    arguments: [{ name: 'folder' }],
    options: [
      databaseUrlOption,
      { name: 'space', kind: 'text', value: 'NAME', summary: 'the space they belong to (default: main)' },
      json,
    ],
    examples: ['convene import ~/.convene', 'convene import ~/.convene --space research'],
    notes: [
      'Sessions keep their ids and events, with images and long outputs. The folder is only read.',
      'You can repeat it: nothing is stored twice, and new sessions and events are added. A session that differs is refused.',
      'See docs/guide/team.md.',
    ],
    load: async () => (await import('../optional/optional-command.ts')).optionalCommand('import'),
  },
  {
    name: 'login',
    group: 'set up',
    summary: 'log in to a team server to work with its sessions',
    arguments: [{ name: 'server' }],
    options: [{ name: 'token', kind: 'flag', summary: 'paste an access token instead of using a browser' }],
    examples: [
      'convene login https://convene.example.com',
      'convene login https://convene.example.com --token < token.txt',
    ],
    notes: [
      'Afterwards `run`, `sessions`, `sessions show`, `approvals` and the commands that steer a session work on the server.',
      'All other commands work on this machine. `--local` uses this machine once. See docs/guide/team.md.',
    ],
    load: async () => (await import('../remote/login.ts')).login,
  },
  {
    name: 'logout',
    group: 'set up',
    summary: 'log out of the team server and revoke the token',
    arguments: [],
    options: [],
    examples: ['convene logout'],
    load: async () => (await import('../remote/login.ts')).logout,
  },
  {
    name: 'acp',
    group: 'for programs',
    summary: 'work as an agent inside an editor (Agent Client Protocol)',
    arguments: [],
    options: [
      ...setup.filter(({ name }) =>
        ['mode', 'team', 'model', 'reasoning', 'max-cost', 'allow', 'read-only'].includes(name),
      ),
    ],
    examples: ['convene acp', 'convene acp --mode panel --read-only'],
    notes: [
      'For editors such as Zed, which start it themselves. It talks over standard input and output and opens no port, unless a coding agent is in the team.',
      'See docs/guide/editors.md.',
    ],
    load: async () => (await import('../optional/optional-command.ts')).optionalCommand('acp'),
  },
  {
    name: 'mcp',
    group: 'for programs',
    summary: 'offer teams to other agents (Model Context Protocol)',
    arguments: [],
    options: [
      ...setup.filter(({ name }) => name === 'workspace'),
      { name: 'allow-changes', kind: 'flag', summary: 'let teams change files and run commands, with your approval' },
      {
        name: 'yes',
        kind: 'flag',
        summary: 'approve topics and plans, and deny what needs your approval, without asking',
      },
      { name: 'http', kind: 'flag', summary: 'print how clients reach the running server over HTTP, and exit' },
    ],
    examples: ['convene mcp', 'convene mcp --http', 'convene mcp --workspace ~/shop --allow-changes'],
    notes: [
      'For coding agents and other MCP clients, which start it themselves. It talks over standard input and output and opens no port, unless a coding agent is in the team.',
      'The calling agent cannot answer approvals, questions and gates. They are shown to you.',
      'With --yes nobody is asked: topics and plans are approved, questions get a best assumption, and the agent learns of it.',
      'See docs/guide/other-agents.md.',
    ],
    load: async () => (await import('../optional/optional-command.ts')).optionalCommand('mcp'),
  },
  {
    name: 'mcp trust',
    group: 'team',
    summary: 'approve the tools of an MCP server that your agents use',
    arguments: [{ name: 'server', optional: true }],
    options: [
      ...setup.filter(({ name }) => name === 'workspace'),
      { name: 'yes', kind: 'flag', summary: 'approve without asking' },
      { name: 'fingerprint', kind: 'text', value: 'HASH', summary: 'approve only tools with this fingerprint' },
      json,
    ],
    examples: ['convene mcp trust files'],
    notes: ['Until then each call asks. Afterwards your permission rules and --allow apply.'],
    load: async () => (await import('../trust/trust-server.ts')).trustServer,
  },
]
