import { type ApproachName, approaches } from '@convene/reading'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { isNewcomer } from '../examples/newcomer.ts'
import { ExampleOffer } from '../examples/offer.tsx'
import { useMay } from '../people/me.ts'
import { EmptyPage } from '../ui/empty.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { RailButton } from '../ui/rail-button.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { GoalComposer } from './composer.tsx'
import { ComposerNote } from './composer-note.tsx'
import { type Draft, withoutOption } from './draft.ts'
import { Examples } from './examples.tsx'
import { FolderNotice, TrustNotice } from './notices.tsx'
import { type RunForm, useStartForm } from './use-start-form.ts'

// Few users have decisions to review. It fetches them itself, so nothing waits for it.
const DueReviews = lazyComponent(() => import('./due-reviews.tsx').then((module) => module.DueReviews))
/** The start page, or its replacement for users who may not start sessions. */
export function StartPage({ team = '' }: { readonly team?: string }) {
  return useMay('createSession') ? <Starting team={team} /> : <OnlyReading />
}

function OnlyReading() {
  return (
    <EmptyPage
      icon={Eye}
      title="You can read sessions here"
      text="Your role is viewer. To start runs, ask an admin of this space to make you a member."
    >
      <RailButton />
    </EmptyPage>
  )
}

/** One composer with everything that has a default folded away, and below it what a newcomer should see. */
function Starting({ team }: { readonly team: string }) {
  const form = useStartForm(team)
  const { change, preview } = form
  const [isNew] = useState(isNewcomer)
  useShortcuts(Object.fromEntries(approaches.map(({ name }, at) => [String(at + 1), () => choose(form, name)])))
  return (
    <main className="h-full overflow-y-auto">
      <PhoneHead />
      <div className="mx-auto flex w-full max-w-form flex-col gap-4 px-6 pt-[4vh] pb-12 max-laptop:pt-4 max-tablet:px-4">
        <Heading />
        <div className="flex flex-col gap-2">
          <GoalComposer form={form} />
          <ComposerNote form={form} />
        </div>
        <TrustNotice trust={form.trust} agents={form.agentTrust} onTrusted={form.trusted} />
        <FolderNotice why={preview.value?.noWorkspace} />
        <ExampleOffer isLarge={isNew} />
        <Examples onPick={(goal) => fill(goal, change)} />
        <DueReviews />
      </div>
    </main>
  )
}

/** Another kind of result, with the seats that it usually has. */
const choose = ({ draft, change }: RunForm, approach: ApproachName) =>
  change({ approach, mode: '', team: '', agents: [], options: withoutOption(draft, 'protocol') })

const PhoneHead = () => (
  <div className="sticky top-0 z-10 flex h-12 items-center gap-2 bg-canvas px-4 max-tablet:px-2 laptop:hidden">
    <RailButton />
    <img src="./icon.svg" alt="" className="size-5" />
    <span className="text-md font-semibold">Convene</span>
  </div>
)

const Heading = () => (
  <header className="flex flex-col gap-1">
    <h1 className="text-xl font-semibold tracking-tight">What should the team decide, build or find out?</h1>
    <p className="text-md text-muted">
      Several models vote without seeing each other, debate, and vote again. You get the answer and the dissent.
    </p>
  </header>
)

/** Fills in an example goal for the user to edit. Nothing starts. */
function fill(goal: string, change: (part: Partial<Draft>) => void): void {
  change({ goal })
  document.getElementById('goal')?.focus()
}
