import type { Problem } from '@convene/protocol'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { neutral } from './text/neutral.ts'

/** Problems in user-written files: file, line, and what to do. */
export function ProblemList(props: {
  readonly problems: readonly Problem[]
  /** Hides the file name if the file is already shown. */
  readonly here?: boolean
}) {
  if (props.problems.length === 0) return null
  return (
    <ul aria-label="Problems" className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
      {props.problems.map((problem) => (
        <li key={`${problem.file}:${problem.line}:${problem.key}:${problem.message}`} className="flex gap-3 p-3">
          {problem.severity === 'error' ? (
            <CircleAlert aria-label="Error" size={16} className="mt-0.5 shrink-0 text-bad" />
          ) : (
            <TriangleAlert aria-label="Warning" size={16} className="mt-0.5 shrink-0 text-warning" />
          )}
          <div className="min-w-0 wrap-anywhere">
            <p>
              {problem.key && <code className="font-mono text-sm">{problem.key} </code>}
              {neutral(problem.message)}
            </p>
            {!props.here && <p className="font-mono text-sm text-muted">{problemPlace(problem)}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** `config.json:12:5`, the format editors accept. */
export const problemPlace = ({ file, line, column }: Problem): string =>
  [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':')
