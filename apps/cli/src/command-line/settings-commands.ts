import type { Command, Option } from './command.ts'
import { json } from './options.ts'

const scope: Option = {
  name: 'workspace-scope',
  kind: 'flag',
  summary: 'in .convene/config.json of the workspace instead of your data folder',
}

/** What a person decides once: settings, and the keys of providers. */
export const settingsCommands: readonly Command[] = [
  {
    name: 'settings',
    summary: 'list what is set, and by which file',
    arguments: [],
    options: [json],
    examples: ['convene settings'],
    load: async () => (await import('../settings/settings.ts')).listSettings,
  },
  {
    name: 'settings set',
    summary: 'set one value; comments in the file stay',
    arguments: [{ name: 'key' }, { name: 'value' }],
    options: [scope],
    examples: [
      'convene settings set defaultTeam balanced-panel',
      'convene settings set limits.maxCostUsd 2 --workspace-scope',
    ],
    notes: ['Lists and numbers are written as JSON. A workspace is written to only where you trust it.'],
    load: async () => (await import('../settings/settings.ts')).setSetting,
  },
  {
    name: 'settings unset',
    summary: 'remove one value, so that the default holds again',
    arguments: [{ name: 'key' }],
    options: [scope],
    examples: ['convene settings unset defaultTeam'],
    load: async () => (await import('../settings/settings.ts')).unsetSetting,
  },
  {
    name: 'keys',
    summary: 'list which keys of providers there are, and where they are kept; never a key itself',
    arguments: [],
    options: [json],
    examples: ['convene keys'],
    notes: [
      'Keys are kept in the keychain of the system where there is one, else in a file that only you can read. A variable',
      'of the environment wins over a key that is kept.',
    ],
    load: async () => (await import('../keys/keys.ts')).listKeys,
  },
  {
    name: 'keys set',
    summary: 'keep the key of a provider; it is typed unseen, or read from standard input',
    arguments: [{ name: 'variable' }],
    options: [{ name: 'file', kind: 'flag', summary: 'in the file, though there is a keychain' }],
    examples: ['convene keys set OPENAI_API_KEY', 'convene keys set OPENAI_API_KEY < key.txt'],
    load: async () => (await import('../keys/keys.ts')).setKey,
  },
  {
    name: 'keys forget',
    summary: 'forget a key that is kept, wherever it lies',
    arguments: [{ name: 'variable' }],
    options: [],
    examples: ['convene keys forget OPENAI_API_KEY'],
    load: async () => (await import('../keys/keys.ts')).dropKey,
  },
  {
    name: 'keys move',
    summary: 'move keys from the file into the keychain',
    arguments: [],
    options: [],
    examples: ['convene keys move'],
    notes: ['Each key leaves the file only once it could be read back from the keychain.'],
    load: async () => (await import('../keys/keys.ts')).moveKeys,
  },
]
