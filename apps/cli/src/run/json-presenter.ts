import { cleanJson, cleanLine, type EffectKey, toWire } from '@convene/domain'
import { waitsForAnswers } from '@convene/host'
import { leavingText, type Presenter } from '../live-view/presenter.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { whatNextLines } from './what-next.ts'

/** One event per line on standard output, and nothing else there. Deltas only on request. */
export function jsonPresenter(terminal: Terminal, session: string, deltas: boolean): Presenter {
  let isLeft = false
  const tasks = new Map<EffectKey, { task?: string; agent?: string }>()
  const print = (value: unknown) => terminal.out.write(`${cleanJson(value)}\n`)
  return {
    events(batch) {
      for (const event of batch) {
        if (event.type === 'effect.started') {
          const { task, agent } = event
          tasks.set(event.data.effect, { ...(task && { task }), ...(agent && { agent }) })
        }
        print(toWire(event))
      }
    },
    delta(effect, kind, text) {
      if (deltas) print({ session, type: 'delta', ...tasks.get(effect), data: { effect, [kind]: text } })
    },
    notice: (text) => terminal.err.write(`${cleanLine(text)}\n`),
    leaving: () => {
      isLeft = true
      terminal.err.write(`${leavingText}\n`)
    },
    end: (state) => {
      if (!state || !(isLeft || waitsForAnswers(state))) return
      for (const line of whatNextLines(state, terminal.err.style, terminal)) terminal.err.write(`${line}\n`)
    },
  }
}
