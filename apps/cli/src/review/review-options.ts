import type { Severity } from '@convene/reading'
import type { CommandOption } from '../command-line/command.ts'
import type { ReviewFormat } from './review-request.ts'

/** What a run writes for other programs, such as a pipeline. */
export const reviewOptions: readonly CommandOption[] = [
  {
    name: 'output',
    kind: 'list',
    value: 'FILE',
    summary: 'also write the result to a .md, .json, .sarif or .xml (JUnit) file (repeatable)',
  },
  {
    name: 'format',
    kind: 'text',
    value: 'FORMAT',
    choices: ['md', 'json', 'sarif', 'junit', 'github'] satisfies readonly ReviewFormat[],
    summary: 'the format of that file, or github for annotations and a step summary',
  },
  {
    name: 'fail-on',
    kind: 'text',
    value: 'SEVERITY',
    choices: ['low', 'medium', 'high', 'critical'] satisfies readonly Severity[],
    summary: 'exit with code 1 if the team finds something this serious',
  },
]
