import { type Contract, describeContract } from '../contract/describe-contract.ts'
import type { LogFixture } from './log-fixture.ts'
import { chaining } from './promises-of-chains.ts'
import { keeping } from './promises-of-keeping.ts'
import { findings } from './promises-of-lists.ts'

/** Every promise of the `EventLog` port, as tests. Every implementation passes them, including the fake one. */
export function describeEventLog(name: string, open: () => Promise<LogFixture>): Promise<void> {
  const promises: Contract<LogFixture> = { ...keeping, ...chaining, ...findings }
  return describeContract(`the event log in ${name}`, open, promises)
}
