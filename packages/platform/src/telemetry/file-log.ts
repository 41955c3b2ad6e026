import { join } from 'node:path'
import { countText } from '@convene/domain'
import type { Telemetry } from '@convene/engine'
import type { Environment } from '../processes/environment.ts'
import { type LogLevel, logLine } from './event-line.ts'
import { logFiles } from './log-files.ts'
import type { Observable } from './observe.ts'
import { redactor } from './redact.ts'

export type FileLogOptions = {
  readonly home: string
  readonly level: LogLevel | undefined
  readonly now: () => number
  readonly environment?: Environment
}

/** Telemetry that can be flushed. A flush waits a few seconds at most. */
export type FlushingTelemetry = Telemetry & {
  flush(): Promise<void>
  /** The same model and tools, with their calls in the traces. Only if there are traces. */
  observe?(ports: Observable): Observable
}

const severities: readonly LogLevel[] = ['error', 'warn', 'info', 'debug']
const writeEveryMs = 200
const mostCharacters = 1_000_000

/**
 * Writes `logs/convene-<date>.jsonl` in whole lines, shortly after they are logged and at the latest when the process
 * exits. A full or read-only disk loses lines and nothing else. Their number is logged once writing works again.
 */
export function fileLog({ home, level = 'info', now, environment = {} }: FileLogOptions): FlushingTelemetry {
  const files = logFiles(join(home, 'logs'))
  const redact = redactor(environment)
  const buffer = lineBuffer((text) => files.append(dateOf(now()), text))
  const write: Telemetry['log'] = (lineLevel, code, message, about) => {
    if (severities.indexOf(lineLevel) > severities.indexOf(level)) return
    buffer.add(toJson({ time: new Date(now()).toISOString(), level: lineLevel, ...about, code, message }, redact))
  }
  return {
    log: write,
    recorded(events) {
      for (const event of events) {
        const line = logLine(event)
        const { session, run, task } = event
        if (line) write(line.level, line.code, line.message, { session, ...(run && { run }), ...(task && { task }) })
      }
    },
    flush: async () => buffer.write(),
  }
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Collects lines and writes them together, without blocking the caller. */
function lineBuffer(append: (text: string) => void) {
  let text = ''
  let lost = 0
  let timer: NodeJS.Timeout | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    process.removeListener('exit', write)
    if (text === '') return
    const note =
      lost > 0 ? `${JSON.stringify({ level: 'warn', code: 'log_lines_lost', message: countText(lost, 'line') })}\n` : ''
    try {
      append(note + text)
      lost = 0
    } catch {
      lost += text.split('\n').length - 1
    }
    text = ''
  }
  return {
    write,
    add(line: string) {
      if (text.length > mostCharacters) write()
      text += `${line}\n`
      if (timer) return
      timer = setTimeout(write, writeEveryMs).unref()
      // Before other listeners: one that removes the folder at exit must not have it created again.
      process.prependOnceListener('exit', write)
    },
  }
}

function toJson(line: { readonly [name: string]: unknown }, redact: (name: string, value: unknown) => unknown): string {
  const replace = (name: string, value: unknown) => redact(name, value instanceof Error ? String(value) : value)
  try {
    return JSON.stringify(line, replace)
  } catch {
    const { time, level, code, message } = line
    return JSON.stringify({ time, level, code, message }, replace)
  }
}
