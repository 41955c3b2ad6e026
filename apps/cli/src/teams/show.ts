import { clean, cleanLine, type Member } from '@convene/domain'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { printFields } from '../terminal/fields.ts'
import { printJson, printLines } from '../terminal/print.ts'

/** `convene teams show`. */
export async function showTeam(program: Program, input: Input): Promise<number> {
  const registry = await program.teams()
  const wanted = input.words[0] ?? ''
  const listed = registry.get(wanted)
  if (!listed) {
    const { nearestName } = await import('@convene/domain')
    const nearest = nearestName(
      wanted,
      registry.list().flatMap(({ team }) => [team.slug, team.name]),
    )
    const hint = nearest ? ` Did you mean "${nearest}"?` : ''
    return program.refuse({
      code: 'unknown_team',
      message: `There is no team "${wanted}".${hint} \`convene teams\` lists them.`,
    })
  }
  const { team, source, file, shadows } = listed
  if (input.flag('json')) return printJson(program, { ...team, source, file, shadows })
  printFields(program, [
    ['name', cleanLine(team.name)],
    ['slug', team.slug],
    ['description', cleanLine(team.description)],
    ['mode', team.mode],
    ['lead', team.lead ? memberText(team.lead) : ''],
    ...team.members.map((member, index) => [index === 0 ? 'members' : '', memberText(member)] as const),
    ['judge', team.judge ? memberText(team.judge) : ''],
    [
      'limits',
      Object.entries(team.limits)
        .map(([name, value]) => `${name} ${value}`)
        .join(', '),
    ],
    ['from', `${source}: ${cleanLine(file)}`],
    ['shadows', shadows.map(cleanLine).join(', ')],
  ])
  const context = clean(team.sharedContext)
  return context === '' ? 0 : printLines(program, ['', program.terminal.out.style.bold('Shared context'), '', context])
}

function memberText(member: Member): string {
  if (typeof member === 'string') return member
  const { agent, name, model } = member
  const who = typeof agent === 'string' ? agent : `${agent.icon} ${agent.name}`
  const what = typeof agent === 'string' ? '' : agent.description
  return cleanLine([name ?? who, model ? `(${model})` : '', what ? `: ${what}` : ''].filter(Boolean).join(' '))
}
