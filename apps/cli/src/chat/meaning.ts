import { addressedTo, isFinal, type Session, seatsOf } from '@convene/domain'
import { chatSlashCommands, refuseNow, type SlashName, unknownCommand } from './slash-commands.ts'

/** How the next goal is worked on, if the user has chosen. */
export type ChosenSetup = { readonly mode?: string | undefined; readonly team?: string | undefined }

type Plain = Exclude<SlashName, 'mode' | 'team' | 'run' | 'new' | 'pause' | 'resume'>

/** What a typed line asks for. */
export type Meaning =
  /** A run, in this session or in a new one. */
  | { readonly does: 'run'; readonly goal: string; readonly choice: ChosenSetup; readonly isNew: boolean }
  | { readonly does: 'choose'; readonly choice: ChosenSetup }
  | { readonly does: 'message'; readonly text: string; readonly to?: string }
  | { readonly does: 'answer'; readonly text: string }
  | { readonly does: 'pause' | 'resume'; readonly agent?: string }
  | { readonly does: Plain | 'new'; readonly rest: string }
  | { readonly does: 'refuse'; readonly text: string }

export type MeaningContext = {
  readonly session: Session
  readonly choice: ChosenSetup | undefined
  /** The line was started while a question was on screen, and the question is still pending. */
  readonly answers: boolean
}

/** What a line means now. Only a word after a slash at the start is a command: a path is text. */
export function typedMeaning(text: string, context: MeaningContext): Meaning {
  const [, name, rest = ''] = /^\/([a-z-]+)(?:\s+([\s\S]*))?$/iu.exec(text) ?? []
  return name === undefined ? plain(text, context) : command(name.toLowerCase(), rest.trim(), context)
}

function plain(text: string, { session, choice, answers }: MeaningContext): Meaning {
  const { run } = session
  if (choice) return { does: 'run', goal: text, choice, isNew: run === null }
  // The domain resolves `@name` in an answer by itself.
  if (answers) return { does: 'answer', text }
  if (!run || run.phase === 'idle') return { does: 'run', goal: text, choice: {}, isNew: run === null }
  const [, name] = /^@([\p{L}\p{N}_-]+)[:,]?(?:\s|$)/u.exec(text) ?? []
  if (name === undefined) return { does: 'message', text }
  const to = addressedTo(session, text)
  return to ? { does: 'message', ...to } : { does: 'refuse', text: notAddressed(session, name) }
}

function notAddressed({ run }: Session, name: string): string {
  const slugs = run ? seatsOf(run.team).map(({ slug }) => slug) : []
  if (slugs.includes(name.toLowerCase())) return `Write what @${name} should hear: @${name} …`
  return `No agent "${name}" works here. You can write to ${slugs.map((slug) => `@${slug}`).join(', ')}.`
}

function command(name: string, rest: string, { session }: MeaningContext): Meaning {
  const known = Object.hasOwn(chatSlashCommands, name) ? chatSlashCommands[name] : undefined
  const refusal = known ? refuseNow(name, session) : unknownCommand(name)
  if (!known || refusal !== undefined) return { does: 'refuse', text: refusal ?? '' }
  switch (known.does) {
    case 'mode':
      return started(rest, { mode: name }, session)
    case 'team': {
      const [, team, goal = ''] = /^(\S+)\s*([\s\S]*)$/u.exec(rest) ?? []
      if (team === undefined) return { does: 'refuse', text: 'Write /team NAME. `convene teams` lists all teams.' }
      return started(goal, { team }, session)
    }
    case 'run':
      return rest === '' ? { does: 'refuse', text: 'Write /run and the goal.' } : started(rest, {}, session)
    case 'pause':
    case 'resume':
      return steering(known.does, rest)
    case 'new':
      return rest === '' ? { does: 'new', rest } : { does: 'run', goal: rest, choice: {}, isNew: true }
    default:
      return { does: known.does, rest }
  }
}

function started(goal: string, choice: ChosenSetup, { run }: Session): Meaning {
  return goal === '' ? { does: 'choose', choice } : { does: 'run', goal, choice, isNew: run === null }
}

/** For the whole run, or for one agent: `/pause @ada`. */
function steering(does: 'pause' | 'resume', rest: string): Meaning {
  if (rest === '') return { does }
  const [, agent] = /^@?([a-z0-9-]+)$/iu.exec(rest) ?? []
  return agent === undefined
    ? { does: 'refuse', text: `Write /${does}, or /${does} @agent.` }
    : { does, agent: agent.toLowerCase() }
}

/** What Enter does with plain text, as a label before the line. */
export function labelOf({ session, choice, answers }: MeaningContext): string {
  const { run } = session
  if (choice) return choice.mode ?? choice.team ?? 'goal'
  if (answers) return 'answer'
  if (!run || run.phase === 'idle') return 'goal'
  return isFinal(run.phase) ? 'follow-up' : 'message'
}
