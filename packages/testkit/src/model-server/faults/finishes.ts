import type { FailureCode } from '@convene/engine'
import type { Answer } from '../answer.ts'
import type { ErrorKind } from '../dialect.ts'
import type { DialectName } from '../request.ts'
import { all, CATALOGUE_TEXT, type Expectation, type FaultCase, fault } from './fault-case.ts'
import { altered, before, sent, spoken } from './frames.ts'

const said = (name: string, answer: Answer, expect: Expectation, dialects = all): FaultCase => ({
  name,
  group: 'finish',
  dialects,
  fault: fault(name, (wire) => sent(wire, wire.frames(answer))),
  expect,
})

const fail = (code: FailureCode): Expectation => ({ outcome: 'fail', code, calls: [] })
const empty: Expectation = { outcome: 'retry', code: 'empty_reply', calls: [] }

const overflow = (name: string, dialect: DialectName, kind: ErrorKind, status: number): FaultCase => ({
  name,
  group: 'finish',
  dialects: [dialect],
  fault: fault(name, (wire) => wire.error(kind, status)),
  expect: fail('context_overflow'),
})

/** Answers that end in another way than a plain stop, or say nothing. */
export const finishCases: readonly FaultCase[] = [
  said('length', { ...spoken, finish: 'length' }, { outcome: 'incomplete', text: CATALOGUE_TEXT }),
  said('length-before-text', { reasoning: 'I think and think', finish: 'length' }, { outcome: 'incomplete', text: '' }),
  said('refused', { text: 'I cannot help with that.', finish: 'refused' }, fail('refused')),
  said('filtered', { text: 'Partly', finish: 'filtered' }, fail('refused')),
  said('filtered-at-once', { finish: 'filtered' }, fail('refused')),
  said('empty', { finish: 'stop' }, empty),
  said('empty-but-reasoning', { reasoning: 'I think.', finish: 'stop' }, empty, [
    'responses',
    'messages',
    'gemini',
    'converse',
  ]),
  said('empty-but-blanks', { text: ' \n\n ', finish: 'stop' }, empty),
  overflow('overflow-chat', 'chat', 'overflow', 400),
  overflow('overflow-responses', 'responses', 'overflow', 400),
  overflow('overflow-messages', 'messages', 'overflow', 400),
  overflow('overflow-gemini', 'gemini', 'overflow', 400),
  overflow('overflow-converse', 'converse', 'overflow', 400),
  {
    name: 'overflow-in-stream',
    group: 'finish',
    dialects: ['chat', 'responses'],
    fault: fault('overflow-in-stream', (wire) =>
      sent(wire, [
        ...before(wire.frames(spoken), 'text'),
        wire.dialect.errorFrame('overflow', 400, wire.request.model),
      ]),
    ),
    expect: fail('context_overflow'),
  },
  {
    name: 'finish-unknown',
    group: 'finish',
    dialects: ['chat', 'messages', 'gemini'],
    fault: fault('finish-unknown', (wire) =>
      sent(
        wire,
        wire
          .frames(spoken)
          .map((frame) => altered(frame, (json) => json.replace(/:"(stop|end_turn|STOP)"/, ':"surprise"'))),
      ),
    ),
    expect: { outcome: 'retry', code: 'protocol', calls: [] },
  },
]
