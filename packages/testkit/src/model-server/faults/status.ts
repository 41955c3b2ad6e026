import type { FailureCode } from '@convene/engine'
import type { ErrorKind } from '../dialect.ts'
import { type Transmission, write } from '../transmission.ts'
import { all, type Expectation, type FaultCase, fault } from './fault-case.ts'

const page = (title: string): string =>
  `<html>\r\n<head><title>${title}</title></head>\r\n<body><center><h1>${title}</h1></center></body>\r\n</html>\r\n`

const html = (status: number, title: string): Transmission => ({
  status,
  headers: { 'content-type': 'text/html' },
  acts: [write(page(title))],
})

const retry = (code: FailureCode): Expectation => ({ outcome: 'retry', code })
const fail = (code: FailureCode): Expectation => ({ outcome: 'fail', code })

const status = (status: number, kind: ErrorKind, expect: Expectation): FaultCase => ({
  name: `status-${status}`,
  group: 'status',
  dialects: all,
  fault: fault(`status-${status}`, (wire) => wire.error(kind, status)),
  expect,
})

const other = (name: string, transmission: Transmission, expect: Expectation): FaultCase => ({
  name,
  group: 'status',
  dialects: all,
  fault: fault(name, () => transmission),
  expect,
})

const plain = (status: number, body: string): Transmission => ({
  status,
  headers: { 'content-type': 'application/json' },
  acts: body ? [write(body)] : [],
})

const statuses: readonly FaultCase[] = [
  status(400, 'bad_request', fail('bad_request')),
  status(401, 'unauthorized', fail('unauthorized')),
  status(403, 'forbidden', fail('unauthorized')),
  status(404, 'not_found', fail('not_found')),
  status(408, 'timeout', retry('timeout')),
  status(413, 'too_large', fail('context_overflow')),
  status(422, 'bad_request', fail('bad_request')),
  status(500, 'server_error', retry('server_error')),
  status(502, 'server_error', retry('server_error')),
  status(503, 'overloaded', retry('overloaded')),
  status(504, 'timeout', retry('server_error')),
  status(529, 'overloaded', retry('overloaded')),
  other('status-404-page', html(404, '404 Not Found'), fail('not_found')),
  other('status-500-empty', plain(500, ''), retry('server_error')),
  other('status-500-not-json', plain(500, 'upstream connect error'), retry('server_error')),
  other('status-500-another-shape', plain(500, '{"detail":[{"loc":["body"],"msg":"boom"}]}'), retry('server_error')),
  other('status-502-page', html(502, '502 Bad Gateway'), retry('server_error')),
  other('status-503-page', html(503, '503 Service Temporarily Unavailable'), retry('overloaded')),
  other('status-504-page', html(504, '504 Gateway Time-out'), retry('server_error')),
  other('status-520-page', html(520, '520: Web server is returning an unknown error'), retry('server_error')),
  other('status-401-empty', plain(401, ''), fail('unauthorized')),
  other(
    'redirect',
    { status: 307, headers: { location: 'http://127.0.0.1:9/elsewhere' }, acts: [] },
    fail('bad_request'),
  ),
  {
    name: 'status-429-quota-spent',
    group: 'status',
    dialects: ['chat', 'responses'],
    fault: fault('status-429-quota-spent', (wire) => wire.error('quota', 429)),
    expect: fail('rate_limited'),
  },
]

type Waits = { readonly [name: string]: string | (() => string) }

const waiting = (name: string, headers: Waits, retryAfterMs: Expectation['retryAfterMs'], code = 429): FaultCase => {
  const kind = code === 429 ? 'rate_limited' : 'overloaded'
  const now = () =>
    Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [key, typeof value === 'string' ? value : value()]),
    )
  return {
    name: `retry-after-${name}`,
    group: 'status',
    // Google sends the wait time in the body: see `retry-info`.
    dialects: ['chat', 'responses', 'messages'],
    fault: fault(`retry-after-${name}`, (wire) => wire.error(kind, code, now())),
    expect: { outcome: 'retry', code: kind, retryAfterMs },
  }
}

/** A header that says nothing useful. OpenAI names the wait in its sentence, Anthropic nowhere. */
const untold = (name: string, headers: Waits): readonly FaultCase[] => [
  { ...waiting(name, headers, null), dialects: ['messages'] },
  { ...waiting(`${name}-but-in-words`, headers, [2_000, 2_000]), dialects: ['chat', 'responses'] },
]

const date = (inMs: number) => (): string => new Date(Date.now() + inMs).toUTCString()

const waits: readonly FaultCase[] = [
  ...untold('none', {}),
  waiting('seconds', { 'retry-after': '7' }, [7_000, 7_000]),
  ...untold('zero', { 'retry-after': '0' }),
  waiting('decimals', { 'retry-after': '1.5' }, [1_500, 1_500]),
  waiting('date', { 'retry-after': date(90_000) }, [30_000, 90_000]),
  ...untold('past-date', { 'retry-after': date(-90_000) }),
  ...untold('negative', { 'retry-after': '-5' }),
  ...untold('garbage', { 'retry-after': 'soon' }),
  ...untold('empty', { 'retry-after': '' }),
  waiting('huge', { 'retry-after': '31536000' }, [31_536_000_000, 31_536_000_000]),
  ...untold('not-finite', { 'retry-after': '1e999' }),
  waiting('ms', { 'retry-after-ms': '250' }, [250, 250]),
  waiting('ms-first', { 'retry-after-ms': '250', 'retry-after': '9' }, [250, 250]),
  waiting('ms-garbage', { 'retry-after-ms': 'x', 'retry-after': '3' }, [3_000, 3_000]),
  waiting('seconds-503', { 'retry-after': '4' }, [4_000, 4_000], 503),
  waiting('seconds-529', { 'retry-after': '4' }, [4_000, 4_000], 529),
  {
    name: 'retry-info',
    group: 'status',
    dialects: ['gemini'],
    fault: fault('retry-info', (wire) => wire.error('rate_limited', 429)),
    expect: { outcome: 'retry', code: 'rate_limited', retryAfterMs: [2_000, 2_000] },
  },
]

/** Answers that are a status and not a stream. */
export const statusCases: readonly FaultCase[] = [...statuses, ...waits]
