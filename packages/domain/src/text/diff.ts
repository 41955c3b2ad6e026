const headers =
  /^diff --git [^\n]*\n(?:(?:index [0-9a-f]+\.\.[0-9a-f]+(?: \d+)?|similarity index \d+%|(?:new|deleted) file mode 100644)\n)*(?=(?:new|deleted) file mode |rename |Binary files |--- )/gmu

/** A diff without the lines that only git reads. Lines outside a file's header stay, whatever they look like. */
export const withoutGitHeaders = (diff: string): string => diff.replace(headers, '')
