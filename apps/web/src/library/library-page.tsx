import type { CallResult, Problem } from '@convene/protocol'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { valueOrToast } from '../connection/client.ts'
import type { Asked } from '../connection/use-asked.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { ProblemList } from '../ui/problem-list.tsx'
import { Screen } from '../ui/screen.tsx'
import { capitalized } from '../ui/text/words.ts'
import { toast } from '../ui/toast.tsx'
import { useTrust } from '../workspace/use-trust.ts'
import { WorkspacePicker } from '../workspace/workspace-picker.tsx'
import { ImportButton } from './import-button.tsx'
import type { Kind } from './kind.ts'
import { LibraryList } from './library-list.tsx'
import { hiddenBy, type Listed, sectionOf } from './sections.ts'

/** A team or agent as the list shows it. */
export type Shown = {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly picture: ReactNode
  readonly badges: ReactNode
}

type Props<L extends Listed> = {
  readonly kind: Kind
  readonly listed: Asked<{ readonly items: readonly L[]; readonly problems: readonly Problem[] }>
  readonly show: (listed: L) => Shown
  readonly onImport: (text: string) => Promise<CallResult<{ readonly slug: string; readonly file: string }>>
}

/** All teams or all agents, grouped by source, with buttons to create and import. */
export function LibraryPage<L extends Listed>({ kind, listed, show, onImport }: Props<L>) {
  const [, navigate] = useLocation()
  const take = async (text: string) => {
    const saved = valueOrToast(await onImport(text), 'Nothing was imported.')
    if (!saved) return
    toast('good', 'Imported', saved.file)
    navigate(`${kind.place}/${saved.slug}`)
  }
  return (
    <Screen
      title={kind.title}
      actions={
        <>
          <WorkspacePicker className="max-tablet:hidden" />
          <ImportButton
            label={`${capitalized(kind.word)} file`}
            accept={`${kind.ending},${kind.mediaType}`}
            onText={(text) => void take(text)}
          />
          <Button tone="primary" icon={Plus} onClick={() => navigate(`${kind.place}/new`)}>
            New {kind.word}
          </Button>
        </>
      }
    >
      {listed.refusal && <Notice tone="bad" title={listed.refusal.message} />}
      <ProblemList problems={listed.value?.problems ?? []} />
      {listed.value && <Everything kind={kind} items={listed.value.items} show={show} />}
    </Screen>
  )
}

function Everything<L extends Listed>(props: Pick<Props<L>, 'kind' | 'show'> & { readonly items: readonly L[] }) {
  const workspace = useTrust().value?.workspace ?? ''
  const shown = props.items.map((listed) => ({ listed, ...props.show(listed) }))
  return (
    <LibraryList
      nothing="None yet. Create one, or save a built-in one as yours."
      items={shown.map(({ listed, slug, ...item }) => ({
        ...item,
        key: slug,
        href: `${props.kind.place}/${slug}`,
        section: sectionOf(listed.source),
      }))}
      hidden={shown.flatMap(({ listed, name }) => hiddenBy(listed, name, workspace).map((each) => ({ ...each, name })))}
    />
  )
}
