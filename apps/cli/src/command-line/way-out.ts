import type { Refusal } from '@convene/domain'

/** What a person at a terminal does about a refusal. Other doors have their own ways, so the refusals name none. */
const waysOut: { readonly [code: string]: string } = {
  no_agents: 'Name them with --agents a,b or choose a --team.',
  bad_panel: 'See --agents, --team and --max-turns.',
  unknown_agent: '`convene agents` lists them.',
  unknown_team: '`convene teams` lists them.',
  unknown_model: '`convene models` lists what there is.',
  untrusted_squad: 'Look, then trust them: convene trust',
  bad_workspace: 'Name another with --workspace DIR.',
  bad_reflect: 'Leave --reflect out, or use --mode reflect.',
  keys_locked: 'That is --model rehearsal/offline.',
  session_not_found: '`convene sessions` lists them.',
  approval_not_found: '`convene approvals` lists what does.',
}

/** The refusal in the words of the command line: why not, and the command or option that helps. */
export function withWayOut({ code, message }: Refusal): string {
  const way = Object.hasOwn(waysOut, code) ? waysOut[code] : undefined
  return way === undefined || message.includes(' --') || message.includes('convene ') ? message : `${message} ${way}`
}
