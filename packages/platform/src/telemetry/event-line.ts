import type { Event } from '@convene/domain'
import { countText } from '@convene/domain'
import type { Telemetry } from '@convene/engine'

export type Level = Parameters<Telemetry['log']>[0]

export type LogLine = { readonly level: Level; readonly code: string; readonly message: string }

/** What an operator wants to read about an event, or nothing. Never what people or models said. */
export function lineOf(event: Event): LogLine | undefined {
  switch (event.type) {
    case 'run.started':
      return line('info', event, `The run started in mode ${event.data.mode}.`)
    case 'run.finished':
      return line('info', event, `The run is ${event.data.state}: ${event.data.reason}. ${totals(event.data.totals)}`)
    case 'run.state':
      return line('debug', event, `${event.data.from} → ${event.data.to} (${event.data.trigger})`)
    case 'task.finished':
      if (event.data.error) return line('warn', event, `The task failed: ${event.data.error.code}.`)
      return line('debug', event, `The task is done after ${event.data.ms} ms.`)
    case 'model.failed':
      return line('warn', event, `The model call failed: ${event.data.code}, ${event.data.message}`)
    case 'effect.lost':
      return line('warn', event, `What was under way at ${event.data.effect} was lost.`)
    case 'budget':
      return line('warn', event, `The limit ${event.data.which} is reached: ${event.data.spent} of ${event.data.cap}.`)
    case 'warning':
      return { level: 'warn', code: event.data.code, message: event.data.message }
    case 'error':
      return { level: 'error', code: event.data.code, message: event.data.message }
    default:
      return undefined
  }
}

const line = (level: Level, event: Event, message: string): LogLine => ({ level, code: event.type, message })

const totals = (spent: { calls: number; input: number; output: number; ms: number }): string =>
  `${countText(spent.calls, 'call')}, ${spent.input} tokens in, ${spent.output} out, ${spent.ms} ms.`
