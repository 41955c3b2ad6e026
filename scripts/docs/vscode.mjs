// The parts of the VS Code extension that repeat what the program knows: chat commands and key variables.
import { readFileSync } from 'node:fs'
import { allOptions, modes, optionKindOf } from '@convene/domain'
import { providerKinds } from '@convene/models'

/** Chat commands that are not modes. */
const otherCommands = ['run', 'continue', 'status', 'stop']

/** The extension's manifest, with one chat command per mode. */
export function vscodeManifest() {
  const text = readFileSync(new URL('../../apps/vscode/package.json', import.meta.url), 'utf8')
  const [participant] = JSON.parse(text).contributes.chatParticipants
  const others = participant.commands.filter(({ name }) => otherCommands.includes(name))
  const commands = [...Object.values(modes).map(commandOf), ...others]
  const indented = JSON.stringify(commands, null, 2).replaceAll('\n', '\n        ')
  return text
    .replace(/(?<="isSticky": true,\s+"commands": )\[[^\]]*\]/u, () => indented)
    .replace(/(?<="restrictedConfigurations": )\[[^\]]*\]/u, () => shifted(restricted, 6))
    .replace(/(?<="Path to Node[^\n]*\n {8}\},\n)[\s\S]*?(?= {8}"convene\.verbosity": )/u, () => optionSettings())
}

const shifted = (value, spaces) => JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`)

const settings = allOptions.filter(({ inEditor = [] }) => inEditor.includes('settings'))
const nameOf = ({ flag }) => `convene.${flag.name}`

/** What an untrusted workspace must not choose. */
const restricted = ['convene.agents', 'convene.entryAgent', 'convene.nodePath', ...settings.map(nameOf)]

/** The options of a run that are also settings of the editor. */
const optionSettings = () =>
  settings.map((option) => `        "${nameOf(option)}": ${shifted(settingOf(option), 8)},\n`).join('')

function settingOf(option) {
  const kind = optionKindOf(option)
  const description = `${option.label}. ${option.hint} Default: as in your Convene settings.`
  if (kind.type === 'flag') return { type: 'boolean', default: false, description }
  if (kind.type === 'number') return { type: ['number', 'null'], default: null, description }
  if (kind.type === 'list') return { type: 'array', items: { type: 'string' }, default: [], description }
  const choices = kind.type === 'choice' ? { enum: ['', ...kind.choices] } : {}
  return { type: 'string', ...choices, default: '', description }
}

const commandOf = ({ name, summary }) => ({
  name,
  description: `${summary.charAt(0).toUpperCase()}${summary.slice(1)}`,
})

/** The providers whose keys the extension can keep. It must know them before it starts the program. */
export function vscodeKeys() {
  const keyed = Object.values(providerKinds).filter(({ keyVariable }) => keyVariable !== undefined)
  const rows = keyed.map(({ label, keyVariable }) => `  { "label": "${label}", "variable": "${keyVariable}" }`)
  return `[\n${rows.join(',\n')}\n]\n`
}
