// The parts of the VS Code extension that repeat what the program knows: chat commands and key variables.
import { readFileSync } from 'node:fs'
import { modes } from '@convene/domain'
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
  return text.replace(/(?<="isSticky": true,\s+"commands": )\[[^\]]*\]/u, () => indented)
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
