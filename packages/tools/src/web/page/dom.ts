/** As much of the DOM as reading a page needs. The browser's own types are not part of this package. */
export type PageNode = {
  readonly nodeType: number
  readonly nodeName: string
  readonly textContent: string
  readonly parentNode: PageElement | null
  remove(): void
}

export type PageElement = PageNode & {
  readonly innerHTML: string
  readonly children: Iterable<PageElement> & { readonly length: number }
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  hasAttribute(name: string): boolean
  matches(selector: string): boolean
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): Iterable<PageElement> & { readonly length: number }
}

export type PageDocument = PageElement & {
  readonly body: PageElement | null
  readonly title: string
  cloneNode(deep: boolean): PageDocument
}
