import type { KnownAgent } from '@convene/models'

type Preset = Omit<KnownAgent, 'name' | 'sandbox' | 'isPreset'>

/** By default, opencode never asks. */
const askAll = JSON.stringify({ permission: { edit: 'ask', bash: 'ask', webfetch: 'ask', external_directory: 'ask' } })

/**
 * The agents that we know how to start so that they ask before they change something. They are found on the PATH and
 * never installed. `npm run test:agents` tests the pinned ones against a scripted model.
 */
export const presets: { readonly [name: string]: Preset } = {
  claude: {
    label: 'Claude Code',
    command: 'claude-agent-acp',
    args: [],
    env: {},
    mode: 'default',
    options: {},
    state: ['.claude', '.claude.json', '.config/claude', '.cache/claude'],
    signIn: ['.claude/.credentials.json'],
    settings: ['.claude/settings.json'],
    unasked: 'reads files, searches, and runs commands that it considers read-only',
    install: 'npm install -g @agentclientprotocol/claude-agent-acp',
  },
  codex: {
    label: 'Codex',
    command: 'codex-acp',
    args: [],
    env: { INITIAL_AGENT_MODE: 'read-only' },
    options: {},
    state: ['.codex'],
    signIn: ['.codex/auth.json'],
    settings: ['.codex/config.toml'],
    unasked: 'reads files, and runs commands in its own read-only sandbox',
    install: 'npm install -g @agentclientprotocol/codex-acp',
  },
  gemini: {
    label: 'Gemini CLI',
    command: 'gemini',
    args: ['--acp'],
    // Without this, it connects to no MCP server, so the team's tools would be missing. It starts only in a folder
    // without files that it would load, or with those that the user trusts.
    env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    mode: 'default',
    options: {},
    state: ['.gemini'],
    signIn: ['.gemini/oauth_creds.json', '.gemini/google_accounts.json'],
    settings: ['.gemini/settings.json', '.gemini/.env'],
    unasked: 'reads files, searches the workspace and the web',
    install: 'npm install -g @google/gemini-cli',
  },
  opencode: {
    label: 'opencode',
    command: 'opencode',
    args: ['acp'],
    // The sandbox puts an empty, read-only .opencode into the folder, and opencode would exit because it cannot write
    // there.
    env: { OPENCODE_CONFIG_CONTENT: askAll, OPENCODE_DISABLE_PROJECT_CONFIG: '1' },
    options: {},
    state: ['.config/opencode', '.local/share/opencode', '.local/state/opencode', '.cache/opencode'],
    signIn: ['.local/share/opencode/auth.json'],
    settings: ['.config/opencode/opencode.json', '.config/opencode/opencode.jsonc'],
    unasked: 'reads files and searches',
    install: 'npm install -g opencode-ai',
  },
  copilot: {
    label: 'GitHub Copilot CLI',
    command: 'copilot',
    args: ['--acp', '--no-auto-update'],
    env: {},
    options: { allow_all: 'off' },
    countsSession: true,
    state: ['.copilot', '.config/github-copilot', '.cache/copilot'],
    signIn: ['.copilot/config.json', '.config/github-copilot/apps.json', '.config/github-copilot/hosts.json'],
    settings: [],
    unasked: 'reads files in the folder and searches',
    install: 'npm install -g @github/copilot',
  },
  goose: {
    label: 'Goose',
    command: 'goose',
    args: ['acp', '--with-builtin', 'developer'],
    env: { GOOSE_MODE: 'approve' },
    options: {},
    state: ['.config/goose', '.local/share/goose', '.local/state/goose'],
    signIn: ['.config/goose/secrets.yaml'],
    settings: ['.config/goose/config.yaml'],
    unasked: 'reads what its extensions call read-only',
    install: 'https://block.github.io/goose',
  },
  qwen: {
    label: 'Qwen Code',
    command: 'qwen',
    args: ['--acp'],
    env: {},
    mode: 'default',
    options: {},
    state: ['.qwen'],
    signIn: ['.qwen/oauth_creds.json'],
    settings: ['.qwen/settings.json', '.qwen/.env'],
    unasked: 'reads files and searches',
    install: 'npm install -g @qwen-code/qwen-code',
  },
}
