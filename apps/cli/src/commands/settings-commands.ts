import type { CliCommand, CommandOption } from '../command-line/command.ts'
import { json } from '../command-line/options.ts'

const scope: CommandOption = {
  name: 'workspace-scope',
  kind: 'flag',
  summary: 'use .convene/config.json in the workspace instead of your data folder',
}

/** Settings and provider keys. */
export const settingsCommands: readonly CliCommand[] = [
  {
    name: 'settings',
    group: 'set up',
    summary: 'list your settings and the file each one comes from',
    arguments: [],
    options: [json],
    examples: ['convene settings'],
    load: async () => (await import('../settings/settings.ts')).listSettings,
  },
  {
    name: 'settings set',
    group: 'set up',
    summary: 'change one setting (comments in the file are kept)',
    arguments: [{ name: 'key' }, { name: 'value' }],
    options: [scope],
    examples: [
      'convene settings set defaultTeam balanced-panel',
      'convene settings set limits.maxCostUsd 2 --workspace-scope',
    ],
    notes: ['Write lists and numbers as JSON. --workspace-scope works only in a workspace you trust.'],
    load: async () => (await import('../settings/settings.ts')).setSetting,
  },
  {
    name: 'settings unset',
    group: 'set up',
    summary: 'remove one setting to return to its default',
    arguments: [{ name: 'key' }],
    options: [scope],
    examples: ['convene settings unset defaultTeam'],
    load: async () => (await import('../settings/settings.ts')).unsetSetting,
  },
  {
    name: 'keys',
    group: 'set up',
    summary: 'list provider keys and where each one is stored (never the key itself)',
    arguments: [],
    options: [json],
    examples: ['convene keys'],
    notes: [
      'Keys are stored in the system keychain if there is one, otherwise in a file that only you can read. An environment',
      'variable takes precedence over a stored key.',
    ],
    load: async () => (await import('../keys/keys.ts')).listKeys,
  },
  {
    name: 'keys set',
    group: 'set up',
    summary: 'store a provider key, typed without echo or read from standard input',
    arguments: [{ name: 'variable' }],
    options: [{ name: 'file', kind: 'flag', summary: 'store it in the file instead of the keychain' }],
    examples: ['convene keys set OPENAI_API_KEY', 'convene keys set OPENAI_API_KEY < key.txt'],
    load: async () => (await import('../keys/keys.ts')).setKeyCommand,
  },
  {
    name: 'keys forget',
    group: 'set up',
    summary: 'delete a stored key',
    arguments: [{ name: 'variable' }],
    options: [],
    examples: ['convene keys forget OPENAI_API_KEY'],
    load: async () => (await import('../keys/keys.ts')).dropKey,
  },
  {
    name: 'keys move',
    group: 'set up',
    summary: 'move keys from the file into the keychain',
    arguments: [],
    options: [],
    examples: ['convene keys move'],
    notes: ['A key is removed from the file only after it has been read back from the keychain.'],
    load: async () => (await import('../keys/keys.ts')).moveKeys,
  },
]
