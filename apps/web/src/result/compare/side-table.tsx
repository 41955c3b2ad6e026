import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { classes } from '../../ui/theme/classes.ts'

/** The names of the two sides: they label the columns, and on a phone each cell. */
export type SideNames = readonly [string, string]

export type SideRow = {
  readonly key: string
  readonly label: ReactNode
  readonly a: ReactNode
  readonly b: ReactNode
  /** Omitted if a difference means nothing, as with tokens. */
  readonly isSame?: boolean
}

const cell = 'px-4 py-2 align-top wrap-anywhere max-tablet:block max-tablet:py-1'
const sideName = 'mb-0.5 hidden text-xs text-muted max-tablet:block'

/** Rows with two sides. On a phone, the sides are stacked. */
export function SideTable(props: {
  readonly label: string
  readonly names: SideNames
  readonly rows: readonly SideRow[]
}) {
  const [a, b] = props.names
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <table aria-label={props.label} className="w-full table-fixed text-left max-tablet:block">
        <thead className="max-tablet:sr-only">
          <tr className="border-b border-line text-sm text-muted">
            <td className="w-1/4 px-4 py-2" />
            {props.names.map((name) => (
              <th key={name} scope="col" className="px-4 py-2 font-normal wrap-anywhere">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-tablet:block">
          {props.rows.map(({ key, label, isSame, ...sides }) => (
            <tr
              key={key}
              className={classes(
                'border-t border-line first:border-t-0 max-tablet:block max-tablet:py-2',
                isSame === false && 'bg-warning-soft',
              )}
            >
              <th scope="row" className={classes(cell, 'font-normal')}>
                <span className="flex flex-wrap items-center gap-2">
                  {label}
                  {isSame === false && <Badge tone="warning">Different</Badge>}
                </span>
              </th>
              <td className={cell}>
                <span className={sideName}>{a}</span>
                {sides.a}
              </td>
              <td className={cell}>
                <span className={sideName}>{b}</span>
                {sides.b}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
