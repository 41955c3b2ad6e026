import type { Fault } from '../reply.ts'
import type { DialectName } from '../request.ts'
import { callCases } from './calls.ts'
import type { FaultCase } from './fault-case.ts'
import { finishCases } from './finishes.ts'
import { malformedCases } from './malformed.ts'
import { oddCases } from './odd-servers.ts'
import { statusCases } from './status.ts'
import { streamCases } from './stream.ts'

/** Everything a model service can do wrong, with the expected outcome. */
export const faultCases: readonly FaultCase[] = [
  ...statusCases,
  ...streamCases,
  ...malformedCases,
  ...callCases,
  ...finishCases,
  ...oddCases,
]

/** The cases of one dialect. */
export const faultCasesOf = (dialect: DialectName): readonly FaultCase[] =>
  faultCases.filter((entry) => entry.dialects.includes(dialect))

/** A fault by name, for script files. */
export const faultNamed = (name: string): Fault | undefined => faultCases.find((entry) => entry.name === name)?.fault
