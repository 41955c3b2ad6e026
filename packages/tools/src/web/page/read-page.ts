import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { decodePage } from './charset.ts'
import { pageText, shortPageLine } from './clean-text.ts'
import type { PageDocument, PageElement } from './dom.ts'
import { readableText, type Shape, shapeOf } from './plain-text.ts'
import { absolutise, forwardOf, linksOf, robotsOf, stripPage } from './strip-page.ts'
import { toMarkdown } from './to-markdown.ts'

/** A page as it was fetched. */
export type PageSource = {
  readonly url: string
  readonly contentType: string
  readonly kind: 'html' | 'text'
  readonly body: Uint8Array
  readonly format: 'markdown' | 'text'
}

/** A parsed page. `links` are absolute, and empty if the page forbids following them. */
export type ReadPage = {
  readonly title: string
  readonly byline: string
  readonly date: string
  readonly text: string
  readonly isCut: boolean
  readonly links: readonly string[]
  readonly forward: string | undefined
}

const MAX_CHARACTERS = 500_000
const MAX_LINKS = 2_000
/** Larger than any real page. Beyond it, the tree itself is an attack, and only the text is used. */
const LARGEST: Shape = { depth: 500, elements: 80_000 }
/** Finding the article takes cubic time in the depth. Beyond this, the whole page is returned. */
const LARGEST_ARTICLE: Shape = { depth: 120, elements: 15_000 }

/** The readable content of the page. Blocking: run it in a separate thread. */
export function readPage(source: PageSource): ReadPage {
  const text = decodePage(source.body, source.contentType)
  if (source.kind === 'text') return bounded({ ...nothing, text })
  const shape = shapeOf(text)
  if (!fits(shape, LARGEST)) return bounded({ ...nothing, text: readableText(text) })
  try {
    return readDocument(text, source, fits(shape, LARGEST_ARTICLE))
  } catch (error) {
    if (error instanceof RangeError) return bounded({ ...nothing, text: readableText(text) })
    throw error
  }
}

const nothing = { title: '', byline: '', date: '', text: '', isCut: false, links: [], forward: undefined } as const

const fits = ({ depth, elements }: Shape, largest: Shape): boolean =>
  depth <= largest.depth && elements <= largest.elements

function readDocument(html: string, { url, format }: PageSource, hasArticle: boolean): ReadPage {
  const { document } = parseHTML(isWhole(html) ? html : `<html><body>${html}</body></html>`) as unknown as {
    readonly document: PageDocument
  }
  const forward = forwardOf(document, url)
  absolutise(document, url)
  const links = /\b(nofollow|none)\b/.test(robotsOf(document)) ? [] : linksOf(document)
  const title = document.title
  stripPage(document)
  const article = hasArticle ? articleOf(document) : undefined
  const root = article?.content ?? mainOf(document)
  return bounded({
    title: article?.title || title,
    byline: article?.byline ?? '',
    date: article?.publishedTime ?? '',
    text: !root ? '' : format === 'text' ? readableText(root.innerHTML) : toMarkdown(root),
    isCut: false,
    links: links.slice(0, MAX_LINKS),
    forward,
  })
}

const isWhole = (html: string): boolean => /<html[\s>]/i.test(html.slice(0, 100_000))

type Article = {
  readonly title?: string | null
  readonly byline?: string | null
  readonly publishedTime?: string | null
  readonly content: PageElement | undefined
}

/** The main content, if it makes up most of the page. A list page or an index has none. */
function articleOf(document: PageDocument): Article | undefined {
  const copy = document.cloneNode(true)
  const reader = new Readability<PageElement>(copy as never, {
    keepClasses: true,
    serializer: (node: unknown) => node as PageElement,
  })
  const article = reader.parse()
  if (!article) return undefined
  const all = lengthOf(mainOf(document))
  const isMost = (article.length ?? 0) >= Math.min(all, 200) && (article.length ?? 0) > all * 0.4
  return { ...article, content: isMost ? (article.content ?? undefined) : undefined }
}

function mainOf(document: PageDocument): PageElement | null {
  for (const script of document.querySelectorAll('script')) script.remove()
  const mains = [...document.querySelectorAll('main, [role="main"]')]
  const [only] = mains
  return mains.length === 1 && only && lengthOf(only) > lengthOf(document.body) * 0.4 ? only : document.body
}

const lengthOf = (element: PageElement | null): number => element?.textContent.replace(/\s+/g, ' ').length ?? 0

function bounded(page: ReadPage): ReadPage {
  const text = pageText(page.text.slice(0, MAX_CHARACTERS))
  return {
    ...page,
    title: shortPageLine(page.title, 300),
    byline: shortPageLine(page.byline, 200),
    date: shortPageLine(page.date, 60),
    text,
    isCut: page.text.length > MAX_CHARACTERS,
  }
}
