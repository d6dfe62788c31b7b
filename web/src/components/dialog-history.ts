/** History entries of open dialogs: the browser's Back closes the dialog on top before it leaves the page. */

interface OpenDialog {
  close: () => void;
}

const open: OpenDialog[] = [];

/** How many dialogs the current history entry stands for. */
function depth(): number {
  return (history.state as { dialogs?: number } | null)?.dialogs ?? 0;
}

/** Remove the entries of dialogs that were closed otherwise. */
function removeEntries(): void {
  if (depth() > open.length) history.go(open.length - depth());
}

/** Add an entry for a dialog that opens; the function that it returns removes it again. */
export function enterDialog(close: () => void): () => void {
  const entry = { close };
  open.push(entry);
  if (depth() < open.length) history.pushState({ dialogs: open.length }, "");
  return () => {
    const at = open.indexOf(entry);
    if (at < 0) return;
    open.splice(at, 1);
    // Later, so that a dialog which replaces this one takes its entry over.
    setTimeout(removeEntries);
  };
}

/** For the browser's `popstate` event. */
export function closeDialogsOnBack(): void {
  while (open.length > depth()) open.pop()?.close();
}

addEventListener("popstate", closeDialogsOnBack);
