import { assert } from '@convene/domain'
import { optionalPackages } from '@convene/extensions'
import { extensionsOf } from '@convene/host'
import type { CommandWork } from '../command-line/command.ts'
import { builtPages } from '../server/assets.ts'
import { printJson, printLines, printNote, printTable, printText } from '../terminal/print.ts'
import { untilStopped } from '../terminal/until-stopped.ts'

const extensions = extensionsOf(optionalPackages)

/** A command of an optional package, by the name in its manifest. Refused if the package is not installed. */
export const optionalCommand =
  (name: string): CommandWork =>
  async (program, input) => {
    const missing = await extensions.whyMissing('commands', name)
    if (missing !== undefined) return program.refuse({ code: 'missing_package', message: missing })
    const work = (await extensions.parts('commands')).map((commands) => commands[name]).find(Boolean)
    assert(work, `no package adds the command "${name}"`)
    return work({
      program,
      input,
      terminal: program.terminal,
      optional: optionalPackages,
      pages: builtPages(program.environment),
      refuse: (refusal) => program.refuse(refusal),
      printLines: (lines) => printLines(program, lines),
      printJson: (value) => printJson(program, value),
      printTable: (table) => printTable(program, table),
      printWrapped: (text, widest) => printText(program, text, widest),
      printNote: (text) => printNote(program, text),
      onInterrupt: (stop) => program.interrupts.listen(stop),
      openApp: async (path) => (await import('../server/serve.ts')).openAt(program, input, path),
      untilStopped: (opened, { ended = new Promise(() => {}), ...hosting }) =>
        untilStopped({ ...program, ...opened }, { ended, ...hosting }),
    })
  }
