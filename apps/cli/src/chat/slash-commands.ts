import { isActive, isBusy, isPaused, modes, nearestName, type Session } from '@convene/domain'

/** What a slash command does. `mode` and `team` start a run in the session, or choose how to work on the next goal. */
export type SlashName =
  | 'mode'
  | 'team'
  | 'run'
  | 'new'
  | 'result'
  | 'status'
  | 'pick'
  | 'vote'
  | 'outcome'
  | 'fork'
  | 'open'
  | 'pause'
  | 'resume'
  | 'stop'
  | 'help'
  | 'quit'

type SlashCommand = {
  readonly does: SlashName
  readonly takes?: string
  readonly text: string
  /** Requires a session that has run; work in progress; no work in progress; or an ended run, if there is one. */
  readonly needs?: 'run' | 'work' | 'rest' | 'end'
}

const byMode = Object.values(modes).map(({ name, summary }): readonly [string, SlashCommand] => [
  name,
  { does: 'mode', takes: '[goal]', text: summary, needs: 'end' },
])

/** Every slash command by its name, in the order of `/help`. */
export const chatSlashCommands: { readonly [name: string]: SlashCommand | undefined } = {
  run: { does: 'run', takes: 'goal', text: 'new run in this session, with its mode and team', needs: 'end' },
  team: { does: 'team', takes: 'NAME [goal]', text: 'the same with this team', needs: 'end' },
  ...Object.fromEntries(byMode),
  result: { does: 'result', text: 'show the result again', needs: 'run' },
  status: { does: 'status', text: 'show who is working and the cost so far', needs: 'run' },
  pause: { does: 'pause', takes: '[@agent]', text: 'pause; calls in progress finish', needs: 'work' },
  resume: { does: 'resume', takes: '[@agent]', text: 'resume, after /stop in a copy', needs: 'run' },
  stop: { does: 'stop', text: 'cancel the run', needs: 'run' },
  pick: { does: 'pick', takes: 'AGENT|MESSAGE', text: 'choose which answer is the result', needs: 'run' },
  vote: { does: 'vote', takes: 'DECISION OPTION', text: 'cast your vote, if you have one', needs: 'work' },
  outcome: { does: 'outcome', text: 'say how decisions turned out whose date has come', needs: 'rest' },
  fork: { does: 'fork', takes: '[place]', text: 'continue in a copy of this session', needs: 'rest' },
  open: { does: 'open', text: 'open this session in the app', needs: 'run' },
  new: { does: 'new', takes: '[goal]', text: 'start a new session', needs: 'rest' },
  help: { does: 'help', text: 'show these commands' },
  quit: { does: 'quit', text: 'leave (pauses the run)' },
}

/** Why a command cannot be used now. */
export function refuseNow(name: string, session: Session): string | undefined {
  const needs = chatSlashCommands[name]?.needs
  const isWorking = !isPaused(session) && (isActive(session) || isBusy(session))
  if (needs === 'run' && !session.run) return 'Nothing has run here yet. Type a goal.'
  if (needs === 'work' && !isWorking) return 'Nothing is running.'
  if (needs === 'rest' && isWorking) return `The run is still working. Use /pause or /stop before /${name}.`
  const isOver = !(isWorking || isPaused(session))
  return needs === 'end' && !isOver ? `The run has not ended. Use /stop before /${name}.` : undefined
}

/** A command that does not exist, and the one that was probably meant. */
export function unknownCommand(name: string): string {
  const meant = nearestName(name, Object.keys(chatSlashCommands))
  return `Unknown command /${name}.${meant ? ` Did you mean /${meant}?` : ''} /help lists all commands.`
}
