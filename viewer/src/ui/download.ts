/* download.ts -- files out of the page. */

/** Offers bytes as a file. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** "my model/1", "0.25s", "png" -> "my_model_1_0.25s.png". */
export function fileName(model: string, what: string, ending: string): string {
  const safe = model.replace(/[^\p{L}\p{N}_-]+/gu, "_").slice(0, 60) || "sinew";
  return `${safe}_${what.replace("−", "-").replace(/\s+/g, "")}.${ending}`;
}
