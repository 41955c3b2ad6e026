import type { CallResult, Problem } from '@convene/protocol'
import { Plus, Upload } from 'lucide-react'
import { useLocation } from 'wouter'
import { valueOrToast } from '../connection/client.ts'
import type { CallState } from '../connection/use-call.ts'
import { Button } from '../ui/button.tsx'
import { FilePicker } from '../ui/file-picker.tsx'
import { fromHere } from '../ui/from-here.ts'
import { Notice } from '../ui/notice.tsx'
import { ProblemList } from '../ui/problem-list.tsx'
import { Section as Part, Screen } from '../ui/screen.tsx'
import { capitalized } from '../ui/text/words.ts'
import { toast } from '../ui/toast.tsx'
import { useTrust } from '../workspace/use-trust.ts'
import { WorkspacePicker } from '../workspace/workspace-picker.tsx'
import type { LibraryKind } from './kind.ts'
import { HiddenItem, LibraryItem, type Shown } from './library-item.tsx'
import { hiddenBy, type LibrarySection, type Listed, librarySections, sectionNames, sectionOf } from './sections.ts'

type Props<L extends Listed> = {
  readonly kind: LibraryKind
  readonly listed: CallState<{ readonly items: readonly L[]; readonly problems: readonly Problem[] }>
  readonly show: (listed: L) => Shown
  readonly onImport: (text: string) => Promise<CallResult<{ readonly slug: string; readonly file: string }>>
}

/** All teams or all agents, grouped by source, with buttons to create and import. */
export function LibraryPage<L extends Listed>({ kind, listed, show, onImport }: Props<L>) {
  const [, navigate] = useLocation()
  const take = async (file: File | undefined) => {
    const goTo = fromHere()
    const saved = file && valueOrToast(await onImport(await file.text()), 'Nothing was imported.')
    if (!saved) return
    toast('good', 'Imported', saved.file)
    goTo(`${kind.place}/${saved.slug}`)
  }
  return (
    <Screen
      title={kind.title}
      actions={
        <>
          <WorkspacePicker className="max-tablet:hidden" />
          <FilePicker
            label={`${capitalized(kind.word)} file`}
            accept={`${kind.ending},${kind.mediaType}`}
            onFiles={([file]) => void take(file)}
          >
            {(open) => (
              <Button icon={Upload} onClick={open}>
                <span className="max-tablet:sr-only">Import</span>
              </Button>
            )}
          </FilePicker>
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

/** What each section is for. */
const hints: Readonly<Record<LibrarySection, string>> = {
  repo: 'Stored in this folder and shared with everyone who has it.',
  mine: 'Stored in your data folder and available in every workspace.',
  'built-in': 'To change one, open it and save it as yours.',
}

/** The items of every section, then those that are overridden, with the reason. */
function Everything<L extends Listed>(props: Pick<Props<L>, 'kind' | 'show'> & { readonly items: readonly L[] }) {
  const workspace = useTrust().value?.workspace ?? ''
  const shown = props.items.map((listed) => ({ ...props.show(listed), section: sectionOf(listed.source), listed }))
  const overridden = shown.flatMap(({ listed, name }) =>
    hiddenBy(listed, name, workspace).map((each) => ({ ...each, name })),
  )
  return librarySections.map((section) => {
    const items = shown.filter((item) => item.section === section)
    const hidden = overridden.filter((item) => item.section === section)
    return (
      <Part key={section} title={sectionNames[section]} hint={hints[section]}>
        {items.length + hidden.length === 0 ? (
          <p className="rounded-md border border-dashed border-line-strong p-4 text-muted">
            None yet. Create one, or save a built-in one as yours.
          </p>
        ) : (
          <ul aria-label={sectionNames[section]} className="grid grid-cols-2 gap-3 max-tablet:grid-cols-1">
            {items.map((item) => (
              <LibraryItem key={item.slug} href={`${props.kind.place}/${item.slug}`} item={item} />
            ))}
            {hidden.map((item) => (
              <HiddenItem key={item.file} {...item} />
            ))}
          </ul>
        )}
      </Part>
    )
  })
}
