import { shortId } from '@convene/domain'
import { type Card, cardHtml, cardOf, cardPlaces, cardText } from '@convene/reading'
import { Columns2, Copy, Download, FileText, GitCompareArrows, ImageDown, Printer } from 'lucide-react'
import { useLocation } from 'wouter'
import { speakerOf } from '../../session/view/seats.ts'
import { useExports } from '../../session/view/use-exports.ts'
import { useSessionStore, useView } from '../../session/view/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { arrange } from '../../ui/layout.ts'
import { Menu } from '../../ui/menu.tsx'
import { downloadFile, saveBlob } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.tsx'
import { outcomeOf } from '../outcome/outcome.ts'
import { cardPicture } from './card-picture.ts'

/** Change one thing, compare, copy, print and export. */
export function ResultActions({ run }: { readonly run: number | undefined }) {
  const { id } = useSessionStore()
  const [, navigate] = useLocation()
  const title = useView(({ session }) => session.title)
  const forked = useView(({ session }) => session.forked)
  const exports = useExports()
  const withCard = useWithCard(run)
  const name = `convene-${shortId(id)}-card`
  const items = [
    ...exports,
    {
      label: 'Card (HTML)',
      icon: FileText,
      begins: 'group' as const,
      onSelect: () => withCard((card) => downloadFile(`${name}.html`, cardHtml(card), 'text/html')),
    },
    { label: 'Card (PNG)', icon: ImageDown, onSelect: () => withCard((card) => void savePicture(card, `${name}.png`)) },
    ...(['slack', 'pull-request'] as const).map((place, at) => ({
      label: `Copy for ${cardPlaces[place].label}`,
      icon: Copy,
      ...(at === 0 && { begins: 'group' as const }),
      onSelect: () =>
        withCard(
          (card) =>
            void copyText(cardPlaces[place].write(card), { otherwise: 'Use Export to save the card as a file.' }),
        ),
    })),
  ]
  return (
    <>
      <Button icon={GitCompareArrows} onClick={() => arrange({ sessionDialog: { which: 'change', id, title } })}>
        <span className="max-tablet:sr-only">Change one thing</span>
      </Button>
      <Button icon={Columns2} onClick={() => navigate(forked ? `/compare/${forked.from}/${id}` : `/compare/${id}`)}>
        <span className="max-tablet:sr-only">Compare</span>
      </Button>
      <Button icon={Copy} onClick={() => withCard((card) => void copyCard(card))}>
        <span className="max-tablet:sr-only">Copy summary</span>
      </Button>
      <Button icon={Printer} onClick={() => window.print()}>
        <span className="max-tablet:sr-only">Print</span>
      </Button>
      <Menu items={items}>
        <Button tone="primary" icon={Download}>
          <span className="max-tablet:sr-only">Export</span>
        </Button>
      </Menu>
    </>
  )
}

function useWithCard(run: number | undefined): (use: (card: Card) => void) => void {
  const store = useSessionStore()
  return (use) => {
    const { view } = store.getState()
    const card = cardOf(outcomeOf(view, run), (agent) => speakerOf(view, agent).name)
    if (card) use(card)
    else toast('plain', 'There is no result yet')
  }
}

/** Copies text and HTML. The program it is pasted into picks one. */
async function copyCard(card: Card): Promise<void> {
  const part = (text: string, type: string) => new Blob([text], { type })
  const both = { 'text/plain': part(cardText(card), 'text/plain'), 'text/html': part(cardHtml(card), 'text/html') }
  try {
    await navigator.clipboard.write([new ClipboardItem(both)])
    toast('good', 'Copied')
  } catch {
    toast('bad', 'The browser did not allow copying', 'Use Export to save the card as a file.')
  }
}

async function savePicture(card: Card, name: string): Promise<void> {
  const picture = await cardPicture(card)
  if (picture) saveBlob(name, picture)
  else toast('bad', 'The picture could not be drawn', 'Save the card as HTML.')
}
