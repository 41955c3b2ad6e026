import type { Problem } from '@convene/protocol'
import { useState } from 'react'
import { useClient } from '../connection/client.ts'
import { useCall } from '../connection/use-call.ts'
import { Form } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { Opening } from '../ui/opening.tsx'
import { Screen } from '../ui/screen.tsx'
import { oneLine } from '../ui/text/neutral.ts'
import { capitalized } from '../ui/text/words.ts'
import { useWorkspace } from '../workspace/chosen-workspace.ts'
import { DraftAside } from './draft-aside.tsx'
import type { Editable, Kept, NamedItem } from './editable.ts'
import type { LibraryKind } from './kind.ts'
import { LibraryActions } from './library-actions.tsx'
import { Origin } from './origin.tsx'
import { slugOf } from './slug.ts'
import { Template } from './template.tsx'
import { type NotSaved, useKeeping } from './use-keeping.ts'

const PAUSE_MS = 300

type Props<K extends Kept, D extends NamedItem> = {
  readonly editable: Editable<K, D>
  /** The one to edit. Without it, a new one is created. */
  readonly slug?: string | undefined
  /** The template for a new one. */
  readonly from?: string | undefined
}

/** Edits a team or an agent, or creates a new one, optionally from a template. */
export function LibraryEditor<K extends Kept, D extends NamedItem>({ editable, slug, from }: Props<K, D>) {
  const calls = editable.callsOf(useClient())
  const place = useWorkspace()
  const wanted = slug ?? from
  const { value, refusal, again } = useCall(
    () => (wanted ? calls.read({ ...place, slug: wanted }) : null),
    JSON.stringify([place, wanted]),
  )
  if (refusal)
    return (
      <Screen title={capitalized(editable.kind.word)} back={backTo(editable.kind)}>
        <Notice tone="bad" title={refusal.message}>
          It may have been deleted, or it belongs to another workspace.
        </Notice>
      </Screen>
    )
  if (wanted && !value) return <Opening />
  const read = value ? editable.draftOf(value) : editable.empty
  return (
    <Editing
      key={`${wanted}:${value?.text}`}
      editable={editable}
      slug={slug}
      from={from}
      kept={slug ? value : null}
      start={slug ? read : { ...read, name: '', slug: '' }}
      onSaved={again}
    />
  )
}

function Editing<K extends Kept, D extends NamedItem>(
  props: Props<K, D> & { readonly kept: K | null; readonly start: D; readonly onSaved: () => void },
) {
  const { editable, kept, onSaved } = props
  const [draft, setDraft] = useState(props.start)
  const check = useCheck(editable, draft)
  const { save, remove, notSaved } = useKeeping(editable, { slug: props.slug, kept, draft, onSaved })
  const { problems = [], prompts = [], text = '' } = check.value ?? {}
  const isBegun = editable.isBegun(draft)
  return (
    <Screen
      wide
      title={oneLine(draft.name) || `New ${editable.kind.word}`}
      back={backTo(editable.kind)}
      actions={
        <LibraryActions
          kept={kept && { name: props.start.name, file: kept.file, source: kept.source }}
          places={editable.kind.places}
          canSave={isBegun && problems.every(({ severity }) => severity !== 'error')}
          file={{
            name: `${draft.slug || editable.kind.word}${editable.kind.ending}`,
            text,
            type: editable.kind.mediaType,
          }}
          template={`${editable.kind.place}/new/${props.slug ?? ''}`}
          onSave={save}
          onDelete={remove}
        />
      }
    >
      {notSaved?.slug === null && (
        <Notice tone="bad" title={notSaved.message}>
          Your changes are still here.
        </Notice>
      )}
      {kept ? <Origin kept={kept} onTrusted={onSaved} /> : <Template kind={editable.kind} from={props.from ?? ''} />}
      <div className="grid grid-cols-[minmax(0,1fr)_400px] items-start gap-8 max-laptop:grid-cols-1">
        <Form className="flex min-w-0 flex-col gap-8">
          <editable.Form
            draft={draft}
            errorOf={errorsOf(kept || isBegun ? problems : [], notSaved, draft.slug)}
            onChange={(part) => setDraft((before) => ({ ...before, ...part, ...named(before, part) }))}
          />
        </Form>
        <DraftAside problems={problems} prompts={prompts} text={text} isChecking={check.isLoading} />
      </div>
    </Screen>
  )
}

const backTo = ({ place, title }: LibraryKind) => ({ href: place, label: `All ${title.toLowerCase()}` })

/** Checks the draft whenever the user pauses typing. */
function useCheck<K extends Kept, D extends NamedItem>(editable: Editable<K, D>, draft: D) {
  const calls = editable.callsOf(useClient())
  const place = useWorkspace()
  const written = editable.writtenOf(draft)
  return useCall(() => calls.check(place, written), JSON.stringify([place, written]), PAUSE_MS)
}

const errorsOf =
  (problems: readonly Problem[], notSaved: NotSaved | null, slug: string) =>
  (key: string): string | undefined =>
    key === 'slug' && notSaved?.slug === slug ? notSaved.message : problemOf(problems, key)

/** The slug follows the name until the user edits it. */
function named<D extends NamedItem>(before: D, part: Partial<D>): Partial<D> {
  const follows = part.name !== undefined && part.slug === undefined && before.slug === slugOf(before.name)
  return follows ? ({ slug: slugOf(part.name ?? '') } as Partial<D>) : {}
}

/** The problem of one field, if any. A problem of `members[0].role` also counts for `members[0]`. */
function problemOf(problems: readonly Problem[], key: string): string | undefined {
  const found = problems.find(
    (problem) => problem.key === key || problem.key?.startsWith(`${key}.`) || problem.key?.startsWith(`${key}[`),
  )
  return found && capitalized(found.message)
}
