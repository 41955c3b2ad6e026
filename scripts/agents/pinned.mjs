// Real coding agents, at the tested versions, and how to point each at a scripted model server.

/** The shell tool of each agent, and the input that makes it create a file. */
const touch = (file) => `touch ${file}`

export const pinned = {
  claude: {
    package: '@agentclientprotocol/claude-agent-acp@0.99.1',
    env: (url) => ({
      ...{ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'none', ANTHROPIC_MODEL: 'claude-test' },
      ENABLE_TOOL_SEARCH: 'false',
    }),
    call: (file) => ({ name: 'Bash', input: { command: touch(file), description: 'Create a file' } }),
  },
  opencode: {
    package: 'opencode-ai@1.18.33',
    env: (url) => ({ OPENCODE_CONFIG_CONTENT: JSON.stringify(opencode(url)) }),
    call: (file) => ({ name: 'bash', input: { command: touch(file), description: 'Create a file' } }),
  },
  codex: {
    package: '@agentclientprotocol/codex-acp@2.6.0',
    env: () => ({ MODEL_PROVIDER: 'local', LOCAL_KEY: 'none' }),
    files: (url) => ({ '.codex/config.toml': codex(url) }),
    call: (file) => ({
      name: 'exec_command',
      input: { cmd: touch(file), sandbox_permissions: 'require_escalated', justification: 'Create it?' },
    }),
  },
  gemini: {
    package: '@google/gemini-cli@0.61.0',
    env: (url) => ({ GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: url }),
    settings: { authenticate: 'gemini-api-key', args: ['--acp', '-m', 'gemini-2.5-flash'] },
    call: (file) => ({ name: 'run_shell_command', input: { command: touch(file), description: 'Create a file' } }),
  },
  copilot: {
    package: '@github/copilot@1.0.102',
    env: (url) => ({
      ...{ COPILOT_OFFLINE: 'true', COPILOT_PROVIDER_BASE_URL: `${url}/v1`, COPILOT_MODEL: 'test' },
      COPILOT_PROVIDER_API_KEY: 'none',
    }),
    call: (file) => ({ name: 'bash', input: { command: touch(file), description: 'Create a file' } }),
  },
  goose: {
    package: '@aaif/goose@0.20.1',
    env: (url) => ({
      ...{
        GOOSE_PROVIDER: 'openai',
        OPENAI_HOST: url,
        OPENAI_BASE_PATH: 'v1/chat/completions',
        OPENAI_API_KEY: 'none',
      },
      ...{ GOOSE_MODEL: 'test', GOOSE_MODE: 'approve', GOOSE_DISABLE_KEYRING: '1' },
    }),
    call: (file, tools) => ({
      name: tools.find((each) => /(^|__)shell$/u.test(each)),
      input: { command: touch(file) },
    }),
  },
  qwen: {
    package: '@qwen-code/qwen-code@0.24.4',
    env: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'none', OPENAI_MODEL: 'test' }),
    settings: { args: ['--acp', '--auth-type', 'openai'] },
    call: (file) => ({
      name: 'run_shell_command',
      input: { command: touch(file), description: 'Create a file', is_background: false },
    }),
  },
}

const opencode = (url) => ({
  permission: { edit: 'ask', bash: 'ask', webfetch: 'ask' },
  model: 'local/test',
  provider: {
    local: {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: `${url}/v1`, apiKey: 'none' },
      models: { test: { name: 'test' } },
    },
  },
})

const codex = (url) => `model = "test"
model_provider = "local"
[model_providers.local]
name = "local"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "LOCAL_KEY"
`
