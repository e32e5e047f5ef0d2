// Buttons that copy a text of the page.

const byHand = (element) => {
  getSelection().selectAllChildren(element);
  return document.execCommand("copy");
};

const copied = async (element) => {
  try {
    await navigator.clipboard.writeText(element.textContent);
    return true;
  } catch {
    return byHand(element);
  }
};

/** Show the buttons within a part of the page, and let them copy. */
export const offerCopies = (part) => {
  for (const button of part.querySelectorAll("button[data-copies]")) {
    const said = button.parentElement.querySelector("[role=status]");
    button.hidden = false;
    button.addEventListener("click", async () => {
      const done = await copied(document.getElementById(button.dataset.copies));
      said.textContent = done ? "Copied." : "It is marked; copy it by hand.";
    });
  }
};
