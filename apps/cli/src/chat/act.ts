import { cleanLine, isActive, isPaused, isStopped, modes, sessionStatusText } from '@convene/domain'
import { readPublic } from '@convene/engine'
import {
  BEFORE_STOP,
  type ForkRequest,
  findListedTeam,
  forkSession,
  isSessionInterrupted,
  shortId,
} from '@convene/host'
import type { CommandWork } from '../command-line/command.ts'
import type { Input } from '../command-line/input.ts'
import { resolveDue } from '../decisions/resolve.ts'
import { voteCommand } from '../decisions/vote.ts'
import { entriesRows } from '../live-view/entry-rows.ts'
import { markdownLines } from '../live-view/fold.ts'
import { pick } from '../sessions/pick.ts'
import { resultIn } from '../sessions/show.ts'
import { shorten } from '../terminal/width.ts'
import { wrap } from '../terminal/wrap.ts'
import type { ChatConversation } from './conversation.ts'
import { type ChosenSetup, type Meaning, typedMeaning } from './meaning.ts'
import { chatSlashCommands } from './slash-commands.ts'
import { startChatRun } from './start-run.ts'
import type { Entered } from './typing.ts'

/** Does what a line asks for. Runs start with the options of the command line. */
export async function act(chat: ChatConversation, { text, begunAt }: Entered, input: Input): Promise<void> {
  const asked = chat.composer.asked
  const answers = asked?.stage === 'answering' && asked.id === begunAt
  const meaning = typedMeaning(text, { session: chat.composer.session, choice: chat.choice, answers })
  // Messages to the run are shown once the run has received them.
  const isHeard = ['run', 'answer', 'message'].includes(meaning.does)
  if (!isHeard) chat.print(({ style, width }) => ['', style.dim(shorten(`› ${cleanLine(text)}`, width - 1))])
  await does(chat, meaning, input)
}

async function does(chat: ChatConversation, meaning: Meaning, input: Input): Promise<void> {
  switch (meaning.does) {
    case 'run':
      return startChatRun(chat, input, meaning)
    case 'choose':
      return choose(chat, meaning.choice)
    case 'answer':
      return chat.composer.reply(meaning.text)
    case 'message':
      return chat.send({ type: 'message', text: meaning.text, ...(meaning.to && { to: meaning.to }) })
    case 'pause':
      return chat.send({ type: 'pause', ...(meaning.agent && { agent: meaning.agent }) })
    case 'resume':
      return resume(chat, meaning.agent)
    case 'stop':
      return chat.send({ type: 'stop' })
    case 'refuse':
      return chat.notice(meaning.text, 'warning')
    case 'status':
      return status(chat)
    case 'result':
      return showResult(chat)
    case 'fork':
      return void (await fork(chat, meaning.rest === '' ? {} : { at: meaning.rest }))
    case 'pick':
      return work(chat, pick, input, [meaning.rest])
    case 'vote':
      return work(chat, voteCommand, input, votedIn(meaning.rest))
    case 'outcome':
      return void (await resolveDue(chat.program))
    case 'open':
      return open(chat)
    case 'new':
      return chat.beginNew()
    case 'help':
      return help(chat)
    case 'quit':
      return chat.leave(0)
  }
}

/** An interrupted run is not paused: it continues where it was cut off. A stopped one continues in a copy. */
async function resume(chat: ChatConversation, agent: string | undefined): Promise<void> {
  const session = chat.composer.session
  if (agent !== undefined) return chat.send({ type: 'resume', agent })
  const isHeld = isPaused(session) || (session.run?.pausedAgents.length ?? 0) > 0
  if (isHeld) return chat.send({ type: 'resume' })
  if (isStopped(session)) return continueStopped(chat)
  if (!isActive(session)) return chat.notice('Nothing to resume. /run and a goal start a new run.')
  return chat.isDriven ? chat.notice('The run is working.') : chat.drive({ session: session.id })
}

async function continueStopped(chat: ChatConversation): Promise<void> {
  if (await fork(chat, { at: BEFORE_STOP, keepFiles: true })) await resume(chat, undefined)
}

async function status(chat: ChatConversation): Promise<void> {
  const { session } = chat.composer
  const interrupted = !chat.isDriven && (await isSessionInterrupted(chat.program, session.id))
  chat.notice(`${sessionStatusText(session, modes, interrupted)}${interrupted ? ' /resume continues it.' : ''}`)
}

async function choose(chat: ChatConversation, choice: ChosenSetup): Promise<void> {
  const team = choice.team === undefined ? undefined : await findListedTeam(chat.program, choice.team)
  if (team && !team.ok) return void chat.program.refuse(team.refusal)
  chat.choose(choice)
}

async function showResult(chat: ChatConversation): Promise<void> {
  const session = chat.composer.session
  const { log } = await chat.program.store()
  const text = resultIn(session, await readPublic(log, session.id))
  if (text === '') return chat.notice(session.run?.finished ? 'The run ended without a result.' : 'No result yet.')
  chat.print((page) => entriesRows(markdownLines(text), page))
}

/** Continues in a copy, up to a given place if there is one. */
async function fork(chat: ChatConversation, request: ForkRequest): Promise<boolean> {
  const from = chat.composer.session.id
  const forked = await forkSession(chat.program, from, request)
  if (!forked.ok) {
    chat.program.refuse(forked.refusal)
    return false
  }
  const { id, notes } = forked.value
  const state = await (await chat.program.engine()).state(id)
  if (state) chat.turnTo(state)
  for (const note of notes) chat.notice(note)
  const place = request.at === BEFORE_STOP ? ' from just before the stop' : ''
  chat.notice(`This is ${shortId(id)}, a copy of ${shortId(from)}${place}.`)
  return true
}

/** A command of the command line, for this session. */
async function work(
  chat: ChatConversation,
  command: CommandWork,
  input: Input,
  words: readonly string[],
): Promise<void> {
  await command(chat.program, { ...input, words: [chat.composer.session.id, ...words] })
}

/** `d1 Keep the monolith`: a decision, and an option by its text or number. */
const votedIn = (rest: string): readonly string[] => {
  const [decision = '', ...option] = rest.split(/\s+/u)
  return [decision, option.join(' ')]
}

async function open(chat: ChatConversation): Promise<void> {
  const { openInBackground } = await import('../server/open-in-background.ts')
  chat.notice(await openInBackground(chat.program, chat.composer.session.id))
}

const keys = [
  ['↑ ↓', 'bring back earlier lines'],
  ['Alt-Enter', 'line break'],
  ['Ctrl-C', 'pause the run; press again to leave'],
] as const

function help(chat: ChatConversation): void {
  const commands = Object.entries(chatSlashCommands).flatMap(([name, known]) =>
    known ? [[`/${name}${known.takes ? ` ${known.takes}` : ''}`, known.text] as const] : [],
  )
  const rows = [...commands, ['@name text', 'write to one agent'] as const, ...keys]
  const widest = Math.max(...rows.map(([name]) => name.length))
  const { id, run } = chat.composer.session
  const rest = ' '.repeat(widest + 4)
  chat.print(({ style, width }) => [
    ...rows.flatMap(([name, what]) =>
      wrap([{ text: what, paint: style.dim }], Math.min(width - 1, 100), { first: `  ${name.padEnd(widest)}  `, rest }),
    ),
    ...(run ? [style.dim(`  This is session ${shortId(id)}.`)] : []),
  ])
}
