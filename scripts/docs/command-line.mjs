import { exitCodes } from '../../apps/cli/src/command-line/exit-codes.ts'
import { helpText } from '../../apps/cli/src/command-line/help.ts'
import { capitalized, groupedCommands, helpForAll } from '../../apps/cli/src/command-line/overview.ts'
import { commands } from '../../apps/cli/src/commands/commands.ts'
import { code, fenced, page, paragraph, table } from './page.mjs'

/** Options of `convene` without a command, whose help text is the overview. */
const alone = `Without a command: ${commands
  .filter(({ name }) => name === '')
  .flatMap(({ options }) => options)
  .filter(({ name }) => name === 'window' || name === 'browser')
  .map(({ name, summary }) => `${code(`--${name}`)}, ${summary}`)
  .join('; ')}. See [the desktop app](desktop.md).`

/** Every command's help, as the program prints it, by group. */
export function commandLine() {
  return page('Command line', 'the command table in `apps/cli/src/command-line`', [
    paragraph(
      'This is what `convene --help`, `convene help all` and `convene <command> --help` print. In a checkout, `npm start -- <command>` is the same as `convene <command>`.',
    ),
    '## Exit codes',
    table(
      ['code', 'means'],
      exitCodes.map(({ code: number, means, more }) => [`${number}`, more ? `${means}: ${more}` : means]),
    ),
    '## convene',
    fenced('text', helpText(commands)),
    paragraph(alone),
    '## All commands',
    fenced('text', helpForAll(commands)),
    ...groupedCommands(commands).map(partOf),
  ])
}

const partOf = ({ title, about, commands: named }) => [
  `## ${capitalized(title)}: ${about}`,
  ...named
    .filter(({ name }) => name !== '')
    .map((command) => [`### ${code(`convene ${command.name}`)}`, fenced('text', helpText(commands, command))]),
]
