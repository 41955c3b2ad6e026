import { cleanLine } from '@convene/domain'
import { tryTool } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printJson, printLines, printTable } from '../terminal/print.ts'
import { shorten } from '../terminal/width.ts'

const LONGEST_RULE = 60

/** `convene tools test`: shows which permission rule applies to a call, without running it. */
export async function testTool(program: CliProgram, input: Input): Promise<number> {
  const tried = await tryTool(program, input.words[0] ?? '', input.text('agent'))
  if (!tried.ok) return program.refuse(tried.refusal)
  if (input.flag('json')) return printJson(program, tried.value)
  const { action, rule, layer, of } = tried.value
  const { style } = program.terminal.out
  const paint = { allow: style.green, ask: style.yellow, deny: style.red }[action]
  printLines(program, [`${style.bold(paint(action))}  ${cleanLine(rule)} (${layer})`, ''])
  return printTable(program, {
    titles: ['verdict', 'permission', 'what', 'rule', 'layer'],
    rows: of.map((each) =>
      [each.action, each.permission, each.target, shorten(cleanLine(each.rule), LONGEST_RULE), each.layer].map(
        cleanLine,
      ),
    ),
    flexible: 2,
  })
}
