import type { Refusal } from '@convene/domain'

/** What to do about a refusal in a terminal. Other apps have other remedies, so the refusals themselves name none. */
const waysOut: { readonly [code: string]: string } = {
  no_agents: 'Choose agents with --agents a,b or a team with --team.',
  bad_panel: 'See --agents, --team and --max-turns.',
  unknown_agent: '`convene agents` lists all agents.',
  unknown_team: '`convene teams` lists all teams.',
  unknown_model: '`convene models` lists all models.',
  untrusted_squad: 'Review and trust them: convene trust',
  bad_workspace: 'Choose another one with --workspace DIR.',
  bad_reflect: 'Remove --reflect, or use --mode reflect.',
  keys_locked: 'Use --model rehearsal/offline.',
  session_not_found: '`convene sessions` lists all sessions.',
  approval_not_found: '`convene approvals` lists what is waiting.',
}

/** The refusal, followed by the command or option that helps. */
export function withRemedy({ code, message }: Refusal): string {
  const way = Object.hasOwn(waysOut, code) ? waysOut[code] : undefined
  return way === undefined || message.includes(' --') || message.includes('convene ') ? message : `${message} ${way}`
}
