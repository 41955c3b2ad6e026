import { type Command, modes, type Refusal, type RunStart, SessionId } from '@convene/domain'
import { LogConflict, StorageFailure } from '@convene/engine'
import type { Ledger } from './ledger.ts'
import { crowded, drawRun } from './scenario.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

const habits = {
  message: 30,
  question: 4,
  addressed: 8,
  pause: 12,
  resume: 14,
  pauseAgent: 9,
  resumeAgent: 6,
  stop: 7,
  reset: 4,
  run: 8,
  permit: 25,
  answer: 15,
  approve: 12,
  reject: 4,
  pick: 5,
  propose: 16,
  vote: 16,
  update: 3,
  fork: 3,
  wake: 10,
} as const

/** How a user with a seat may answer: votes of all kinds, and words that name no option. */
const turnWords = [
  '',
  'A because of ',
  'B\n',
  '2. ',
  'abstain\n',
  'something else: ',
  'VOTE: Z\n',
  'swordfish: ',
  '```\nA\n',
]

/** A user who commands sessions at the worst moments, from any process. */
export class SimulatedUser {
  readonly #world: World
  #count = 0
  #unanswered = new Map<Promise<unknown>, SimulatedProcess>()

  constructor(world: World) {
    this.#world = world
  }

  /** Waits for an answer from a live process. */
  get waits(): boolean {
    return [...this.#unanswered.values()].some((process) => process.alive)
  }

  /** A run drawn from the seed, limited to the number of calls its mode allows, or fewer. */
  #drawRun(number: number): RunStart {
    const { random, mode, maxCalls, crowd } = this.#world
    const run = crowded(drawRun(random, number, mode), crowd)
    const stated = modes[run.mode]?.limits(run.team).maxCalls ?? null
    return { ...run, limits: { ...run.limits, maxCalls: maxCalls ?? stated } }
  }

  /** Creates a session and starts it. */
  create(process: SimulatedProcess): SessionId {
    const number = ++this.#count
    const session = SessionId.parse(`session-${number}`)
    const run = this.#drawRun(number)
    const command: Command = {
      type: 'create',
      goal: `Goal ${number}: what next?`,
      workspace: `/home/ada/${number}`,
      run,
    }
    this.#tell(process, session, command, 'resume')
    return session
  }

  /** One thing this user might do now. */
  act(process: SimulatedProcess, session: SessionId): void {
    const ledger = this.#world.ledger(session)
    const votes = ledger.decisions.waitsFor('user') && this.#world.random.chance(0.5)
    const habit = votes ? 'vote' : this.#world.random.weighted(habits)
    if (ledger.events.length === 0 || habit === 'wake' || habit === 'fork') {
      if (habit === 'fork' && ledger.events.length > 0) this.#fork(process, ledger)
      else this.wake(process, session)
      return
    }
    const command = this.#draw(habit, ledger)
    if (command) this.#tell(process, session, command, this.#world.random.chance(0.6) ? 'resume' : 'send')
  }

  /** Opens a session without a command, as a program does on start. */
  wake(process: SimulatedProcess, session: SessionId): void {
    if (this.#world.ledger(session).events.length > 0) this.#tell(process, session, undefined, 'resume')
  }

  tell(process: SimulatedProcess, session: SessionId, command: Command): void {
    this.#tell(process, session, command, 'resume')
  }

  #draw(habit: Exclude<keyof typeof habits, 'fork' | 'wake'>, ledger: Ledger): Command | undefined {
    const { random } = this.#world
    const number = ++this.#count
    switch (habit) {
      case 'message':
        return { type: 'message', text: `Note ${number}.` }
      case 'question':
        return { type: 'message', text: 'status?' }
      case 'addressed':
        return { type: 'message', text: `Note ${number}.`, to: this.#someone(ledger) }
      case 'pauseAgent':
        return { type: 'pause', agent: this.#someone(ledger) }
      case 'resumeAgent': {
        const paused = [...ledger.paused]
        return { type: 'resume', agent: paused.length > 0 ? random.pick(paused) : this.#someone(ledger) }
      }
      case 'run':
        return { type: 'run', goal: `Goal ${number}: and then?`, run: this.#drawRun(number) }
      case 'permit':
        return this.permit(ledger)
      case 'answer':
        return this.answer(ledger)
      case 'approve':
        return { type: 'approve', by: 'person', ...(random.chance(0.3) && { text: `Edited ${number}.` }) }
      case 'reject':
        return { type: 'reject', feedback: `Not so ${number}.`, by: 'person' }
      case 'pick': {
        const messages = [...ledger.messages.keys()]
        return { type: 'pick', message: random.pick([...messages, 'm999']) as never }
      }
      case 'propose':
        return {
          type: 'propose',
          topic: `Which, ${number}?`,
          options: random.chance(0.9) ? ['wait', 'ship'] : ['wait'],
        }
      case 'vote': {
        const known = ['d1', ...ledger.decisions.open.keys()]
        const reason = `secret of the user, ${number}`
        return { type: 'vote', decision: random.pick(known), option: random.pick(['wait', 'ship']), reason }
      }
      case 'update':
        return { type: 'update', title: `Title ${number}`, pinned: random.chance(0.5) }
      default:
        return { type: habit }
    }
  }

  /** Usually a member of the team, rarely an unknown one. */
  #someone(ledger: Ledger): string {
    const { random } = this.#world
    const members = ledger.run?.data.team.members ?? []
    return random.chance(0.9) && members.length > 0 ? random.pick(members).slug : 'nobody'
  }

  /** An answer to a current or past ask. */
  permit(ledger: Ledger): Command | undefined {
    const { random } = this.#world
    const asks = [...ledger.asks.keys(), ...[...ledger.answered.keys()].slice(0, 1)]
    if (asks.length === 0) return undefined
    const answer = random.pick(['once', 'once', 'session', 'deny'] as const)
    return { type: 'permit', ask: random.pick(asks) as never, answer, by: 'person' }
  }

  /** An answer to a named question, or to the one that has waited longest. Sometimes to a nonexistent one. */
  answer(ledger: Ledger): Command | undefined {
    const { random } = this.#world
    const { questions, answeredQuestions } = ledger.tasks
    const known = [...questions.keys(), ...[...answeredQuestions].slice(0, 1)]
    if (known.length === 0) return undefined
    const named = random.chance(0.5) ? { question: random.pick(known) } : {}
    const hasTurn = [...questions.values()].some(({ data }) => data.turn)
    const own = hasTurn ? random.pick(turnWords) : ''
    return { type: 'answer', text: `${own}Answer ${++this.#count}.`, by: 'person', ...named }
  }

  #fork(process: SimulatedProcess, ledger: Ledger): void {
    const fork = SessionId.parse(`session-${++this.#count}`)
    const at = this.#world.random.between(1, ledger.events.length)
    process.engine.fork(ledger.session, at, fork).then(
      (refusal) => {
        if (refusal || this.#world.ledger(fork).events.length === 0)
          this.#world.violate('a fork is made', `${ledger.session} at ${at}: ${refusal?.message}`, fork)
      },
      (error) => this.#failed(error, fork),
    )
  }

  #tell(process: SimulatedProcess, session: SessionId, command: Command | undefined, how: 'send' | 'resume'): void {
    const before = this.#world.ledger(session).events.length
    const told: Promise<Refusal | undefined> =
      how === 'send' && command
        ? process.engine.send(session, command)
        : process.engine.resume(session, command).then(({ refusal }) => refusal)
    const heard = told.then(
      (refusal) => command && this.#acknowledged(session, command, { before, refusal }),
      (error) => this.#failed(error, session),
    )
    this.#unanswered.set(heard, process)
    void heard.then(() => this.#unanswered.delete(heard))
  }

  /** Acknowledged means stored: its fact must be in the log at this moment, not later. */
  #acknowledged(session: SessionId, command: Command, told: { before: number; refusal: Refusal | undefined }): void {
    const fresh = this.#world.ledger(session).events.slice(told.before)
    const found = fresh.some((event) => {
      if (told.refusal) return event.type === 'warning' && event.data.code === told.refusal.code
      switch (command.type) {
        case 'message':
          return event.type === 'message' && event.data.text === command.text
        case 'permit':
          return event.type === 'permission.answered' && event.data.ask === command.ask
        case 'answer':
          return event.type === 'question.answered' && (event.data.turn || event.data.answer === command.text)
        case 'propose':
          return event.type === 'decision.proposed' && event.data.topic === command.topic
        case 'vote':
          return event.type === 'decision.voted' && event.data.reason === command.reason
        case 'pause':
          return command.agent === undefined || (event.type === 'agent.paused' && event.agent === command.agent)
        case 'create':
        case 'run':
          return event.type === 'run.started' && event.run === command.run.id
        default:
          return true
      }
    })
    const isStartRefusal = told.refusal && (command.type === 'run' || command.type === 'create')
    if (!found && !isStartRefusal)
      this.#world.violate('I1 acknowledged means stored', `${command.type} was acknowledged without a fact`, session)
  }

  #failed(error: unknown, session: SessionId): void {
    if (error instanceof StorageFailure || error instanceof LogConflict) return
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    this.#world.violate('nothing throws', message, session)
  }
}
