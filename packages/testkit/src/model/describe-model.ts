import { describeContract } from '../contract/describe-contract.ts'
import type { ModelFixture } from './model-fixture.ts'
import { ofAnswers } from './promises-of-answers.ts'
import { ofFailures } from './promises-of-failures.ts'

/** Every promise of the `Model` port, as tests. Every implementation passes them, including the scripted one. */
export function describeModel(name: string, open: () => Promise<ModelFixture>): Promise<void> {
  return describeContract(`the model ${name}`, open, { ...ofAnswers, ...ofFailures })
}
