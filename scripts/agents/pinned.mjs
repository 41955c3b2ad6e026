// Real coding agents, at the versions that were tried, and how each is pointed at a scripted model server.

/** The shell tool of each agent, and the input that makes it create a file. */
const touch = (file) => `touch ${file}`

export const pinned = {
  claude: {
    package: '@agentclientprotocol/claude-agent-acp@0.99.1',
    env: (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'none', ANTHROPIC_MODEL: 'claude-test' }),
    call: (file) => ({ name: 'Bash', input: { command: touch(file), description: 'Create a file' } }),
  },
  opencode: {
    package: 'opencode-ai@1.18.33',
    env: (url) => ({ OPENCODE_CONFIG_CONTENT: JSON.stringify(opencode(url)) }),
    call: (file) => ({ name: 'bash', input: { command: touch(file), description: 'Create a file' } }),
  },
  gemini: {
    package: '@google/gemini-cli@0.61.0',
    env: (url) => ({ GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: url }),
    settings: { authenticate: 'gemini-api-key', args: ['--acp', '-m', 'gemini-2.5-flash'] },
    call: (file) => ({ name: 'run_shell_command', input: { command: touch(file), description: 'Create a file' } }),
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
