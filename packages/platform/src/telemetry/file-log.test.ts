import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionId } from '@convene/domain'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fileLog } from './file-log.ts'
import { logFiles } from './log-files.ts'
import { recordedAs, runFinished, runStarted } from './recorded-run.fixture.ts'
import { telemetryFor } from './telemetry-for.ts'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'convene-log-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const now = () => Date.UTC(2026, 0, 2, 3, 4, 5, 678)
const file = () => join(home, 'logs/convene-2026-01-02.jsonl')
const lines = (): Record<string, unknown>[] =>
  readFileSync(file(), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('the log', () => {
  test('is one JSON object per line, readable by its owner only', async () => {
    const log = fileLog({ home, level: 'info', now })
    log.log('warn', 'provider_down', 'Ollama does not answer.', { session: '01J' as SessionId, task: '1/respond/ada' })
    await log.flush()
    expect(lines()).toEqual([
      {
        time: '2026-01-02T03:04:05.678Z',
        level: 'warn',
        session: '01J',
        task: '1/respond/ada',
        code: 'provider_down',
        message: 'Ollama does not answer.',
      },
    ])
    expect(statSync(file()).mode & 0o777).toBe(0o600)
  })

  test('keeps the chosen level and everything more severe', async () => {
    const log = fileLog({ home, level: 'warn', now })
    for (const level of ['debug', 'info', 'warn', 'error'] as const) log.log(level, level, '')
    await log.flush()
    expect(lines().map(({ level }) => level)).toEqual(['warn', 'error'])
  })

  test('says how runs ended, and nothing anyone said', async () => {
    const log = fileLog({ home, level: 'debug', now })
    for (const append of recordedAs([1, runStarted()], [2, runFinished('completed', 'answered')])) log.recorded(append)
    await log.flush()
    expect(lines().map(({ code, run }) => ({ code, run }))).toEqual([
      { code: 'run.started', run: '01JRUN' },
      { code: 'run.finished', run: '01JRUN' },
    ])
    expect(readFileSync(file(), 'utf8')).not.toContain('the summary')
  })

  test('contains no key, even inside data passed along', async () => {
    const log = fileLog({ home, level: 'info', now, environment: { ACME_API_KEY: 'key-with-"quotes"' } })
    log.log('error', 'refused', 'key-with-"quotes" is wrong', {
      cause: new Error('Bearer abcdefgh12345'),
      headers: { cookie: 'x' },
    })
    await log.flush()
    expect(lines()[0]).toMatchObject({
      message: '[redacted] is wrong',
      cause: 'Error: Bearer [redacted]',
      headers: { cookie: '[redacted]' },
    })
  })

  test('accepts values that JSON cannot represent', async () => {
    const log = fileLog({ home, level: 'info', now })
    const round: { self?: object } = {}
    round.self = round
    log.log('info', 'odd', 'still written', { round })
    await log.flush()
    expect(lines()[0]).toMatchObject({ code: 'odd', message: 'still written' })
  })

  test('survives a folder that cannot be written, and reports lost lines once it can', async () => {
    writeFileSync(join(home, 'logs'), 'a file where the folder should be')
    const log = fileLog({ home, level: 'info', now })
    log.log('info', 'first', '')
    log.log('info', 'second', '')
    await log.flush()
    rmSync(join(home, 'logs'))
    log.log('info', 'third', '')
    await log.flush()
    expect(lines().map(({ code, message }) => `${code} ${message}`.trim())).toEqual(['log_lines_lost 2 lines', 'third'])
  })

  test.skipIf(!existsSync('/dev/full'))('survives a full disk', async () => {
    mkdirSync(join(home, 'logs'))
    symlinkSync('/dev/full', file())
    const log = fileLog({ home, level: 'info', now })
    log.log('info', 'first', '')
    await log.flush()
    rmSync(file())
    log.log('info', 'second', '')
    await log.flush()
    expect(lines().map(({ code }) => code)).toEqual(['log_lines_lost', 'second'])
  })

  test('is complete when the process exits at once', () => {
    const program = `
      import { fileLog } from ${JSON.stringify(join(import.meta.dirname, 'file-log.ts'))}
      const log = fileLog({ home: process.argv[1], level: 'info', now: () => ${now()} })
      for (let line = 0; line < 500; line += 1) log.log('info', 'line', String(line))
      process.exit(3)`
    const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', program, home])
    expect(status).toBe(3)
    expect(lines()).toHaveLength(500)
  })
})

describe('log files', () => {
  const names = () => readdirSync(home).toSorted()

  test('roll over to the next file before one exceeds its size', () => {
    const files = logFiles(home, { size: 10, count: 5 })
    for (const text of ['12345\n', '1234\n', '12345678901234\n', 'x\n']) files.append('2026-01-02', text)
    expect(names()).toEqual([
      'convene-2026-01-02.1.jsonl',
      'convene-2026-01-02.2.jsonl',
      'convene-2026-01-02.3.jsonl',
      'convene-2026-01-02.jsonl',
    ])
  })

  test('are limited to the newest five, no matter what else is in the folder', () => {
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'notes.txt'), 'mine')
    const files = logFiles(home, { size: 4, count: 5 })
    for (const date of ['2026-01-01', '2026-01-02']) for (let n = 0; n < 12; n += 1) files.append(date, '1234\n')
    expect(names()).toEqual([
      'convene-2026-01-02.10.jsonl',
      'convene-2026-01-02.11.jsonl',
      'convene-2026-01-02.7.jsonl',
      'convene-2026-01-02.8.jsonl',
      'convene-2026-01-02.9.jsonl',
      'notes.txt',
    ])
  })

  test('are continued by the next process', () => {
    logFiles(home, { size: 10 }).append('2026-01-02', '12345678\n')
    logFiles(home, { size: 10 }).append('2026-01-02', '12345678\n')
    logFiles(home, { size: 10 }).append('2026-01-02', '1')
    expect(names()).toEqual(['convene-2026-01-02.1.jsonl', 'convene-2026-01-02.jsonl'])
    expect(readFileSync(join(home, 'convene-2026-01-02.1.jsonl'), 'utf8')).toBe('12345678\n1')
  })
})

describe('telemetry from the environment', () => {
  const logged = () => readFileSync(join(home, 'logs', readdirSync(join(home, 'logs'))[0] ?? ''), 'utf8')

  test('logs at the level set by CONVENE_LOG, or at info', async () => {
    for (const [level, environment] of [
      ['debug', { CONVENE_LOG: 'debug' }],
      ['info', { CONVENE_LOG: 'loud' }],
    ] as const) {
      const telemetry = await telemetryFor(environment, home)
      telemetry.log('debug', `at_${level}`, '')
      await telemetry.flush()
    }
    expect(logged()).toContain('at_debug')
    expect(logged()).not.toContain('at_info')
  })

  test('sends traces to OTEL_EXPORTER_OTLP_ENDPOINT, and logs if nothing answers there', async () => {
    const telemetry = await telemetryFor(
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_EXPORTER_OTLP_TIMEOUT: '100' },
      home,
    )
    for (const append of recordedAs([1, runStarted()], [2, runFinished('completed', 'answered')]))
      telemetry.recorded(append)
    await telemetry.flush()
    expect(logged()).toContain('traces_not_delivered')
  })
})
