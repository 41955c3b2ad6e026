import { EffectKey, type Event, emptySession, fromCheckedWire, SessionId } from '@convene/domain'
import { type ExampleInfo, listExamples, readExample } from '@convene/library'
import { playbackOf, type Writing } from '@convene/reading'
import type { Input } from '../command-line/input.ts'
import { livePresenter } from '../live-view/live-presenter.ts'
import type { Presenter } from '../live-view/presenter.ts'
import type { CliProgram } from '../program.ts'
import { transcript } from '../sessions/show.ts'
import { printNote, printTable, printVerbatim } from '../terminal/print.ts'

const FRAME_MS = 50
const INTERRUPTED = 130

/** `convene demo`: plays a scripted example. No model is asked, and nothing is stored. */
export async function demo(program: CliProgram, input: Input): Promise<number> {
  const examples = await listExamples()
  if (input.flag('list')) return printList(program, examples)
  const slug = input.words[0] ?? examples[0]?.slug ?? ''
  const chosen = examples.find((example) => example.slug === slug)
  const log = chosen && (await readExample(slug))
  if (!chosen || !log) {
    const message = `Unknown example “${slug}”. Available: ${examples.map((each) => each.slug).join(', ')}.`
    return program.refuse({ code: 'unknown_example', message })
  }
  const events = log.map(fromCheckedWire)
  printNote(program, `Scripted example: ${chosen.title}. ${chosen.text} No model is asked, and nothing is stored.`)
  if (!program.terminal.out.isTerminal)
    return printVerbatim(program, transcript(program, sessionOf(events), events).rows)
  const isWhole = await play(program, events, input.number('speed') ?? 1)
  const others = examples.filter((each) => each !== chosen).map((each) => `convene demo ${each.slug}`)
  const end = `End of the example. Your turn: convene run "Should we …?"\nMore examples: ${others.join(', ')}`
  printNote(program, isWhole ? end : 'Stopped.')
  return isWhole ? 0 : INTERRUPTED
}

const printList = (program: CliProgram, examples: readonly ExampleInfo[]): number =>
  printTable(program, {
    titles: ['name', 'mode', 'what happens'],
    rows: examples.map(({ slug, mode, text }) => [slug, mode, text]),
    flexible: 2,
  })

const sessionOf = ([first]: readonly Event[]): SessionId => SessionId.parse(first?.session)

/** Plays to the end, or until Ctrl-C. */
async function play(program: CliProgram, events: readonly Event[], speed: number): Promise<boolean> {
  const recording = playbackOf(events)
  const started = program.now()
  const time = () => (program.now() - started) * speed
  const presenter = livePresenter({
    sink: program.terminal.out,
    state: emptySession(sessionOf(events)),
    verbosity: 'detailed',
    // On-screen clocks show the recording's time.
    now: () => recording.clockAt(time()),
    recall: false,
    isRecorded: true,
  })
  const { promise: stopped, resolve: stop } = Promise.withResolvers<boolean>()
  const endListening = program.interrupts.listen(() => stop(false))
  const show = shownIn(presenter, events)
  const timer = setInterval(() => {
    show(recording.countAt(time()), recording.writingAt(time()))
    if (time() >= recording.duration) stop(true)
  }, FRAME_MS)
  const isWhole = await stopped
  clearInterval(timer)
  endListening()
  presenter.end(undefined)
  return isWhole
}

/**
 * Shows what has happened since the last frame: events in their batches, and the new part of the text being written.
 */
function shownIn(presenter: Presenter, events: readonly Event[]): (count: number, writing: readonly Writing[]) => void {
  let shown = 0
  const written = new Map<string, number>()
  return (count, writing) => {
    for (const batch of Map.groupBy(events.slice(shown, count), (event) => event.batch).values())
      presenter.events(batch)
    shown = Math.max(shown, count)
    for (const { effect, text } of writing) {
      const more = text.slice(written.get(effect) ?? 0)
      if (more !== '') presenter.delta(EffectKey.parse(effect), 'text', more)
      written.set(effect, text.length)
    }
  }
}
