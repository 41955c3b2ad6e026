import type { Comparison } from '@convene/domain'
import { Badge } from '../../ui/badge.tsx'
import { DiffView } from '../../ui/diff-view.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Section } from '../../ui/screen.tsx'
import { oneLine } from '../../ui/text/neutral.ts'

/** Changed files of both sessions. */
export function ComparedFiles({ files }: { readonly files: Comparison['files'] }) {
  if (files.length === 0) return null
  return (
    <Section title="Changed files">
      {files.map(({ path, same, a, b }) => (
        <Fold
          key={path}
          open={!same}
          label={
            <span className="flex items-center gap-2">
              <span className="font-mono text-sm">{oneLine(path)}</span>
              <Badge tone={same ? 'plain' : 'warning'}>{same ? 'Same' : 'Different'}</Badge>
            </span>
          }
        >
          <div className="grid grid-cols-2 gap-4 max-tablet:grid-cols-1">
            <Changed text={a} />
            <Changed text={b} />
          </div>
        </Fold>
      ))}
    </Section>
  )
}

const Changed = ({ text }: { readonly text: string | null }) =>
  text === null ? <p className="text-muted">Not changed</p> : <DiffView text={text} />
