"""FastVID on small videos."""
from types import SimpleNamespace

import numpy as np
import torch

from .source import between, origin, read
from .write import Draw, Falling, Golden, tensor

CASES = 22


def fastvid(folder):
    repo = "LunarShen/FastVID"
    path = "fastvid_llavavideo/LLaVA-NeXT/llava/model/language_model/modeling_qwen2.py"
    text = read(repo, path)
    # the published numbers of frames and of rows are written into the code
    for old, new in (("64 * 13 * 13", "self.frame_num * self.rows * self.cols"), ("% 14 != 0", "% (self.cols + 1) != 0"),
                     ("((pure_select_index // 14) + 1) * 14 - 1",
                      "((pure_select_index // (self.cols + 1)) + 1) * (self.cols + 1) - 1"),
                     (".float()", ".double()")):
        assert old in text, old
        text = text.replace(old, new)
    code = between(text, "video_hidden_states = hidden_states[:, self.video_start_idx", "hidden_states = torch.cat([start_tokens, vision_tokens")
    out = Golden(folder / "fastvid.txt", [
        f"statements from {origin(repo, path)}, in double precision, with frame and grid sizes as given",
        "density noise replaced by the specification's order of equals; newlines of rows without survivors go",
        "shape: frames, grid rows, grid columns, tokens per frame; kept: sequence rows behind one prefix row"])
    index = 0
    while out.cases < CASES:
        index += 1
        draw = Draw(9000 + index)
        frames, rows, cols, width = draw.whole(9, 12), 4, draw.whole(3, 4), 3
        patches = rows * cols
        m = draw.whole(3, patches // 2)
        states = draw.features(index, frames * patches, width)
        descriptors, saliency = draw.clustered(frames, 4), draw.distinct(frames, patches)
        sequence = np.zeros((frames * rows * (cols + 1), width))
        place = np.array([i for i in range(len(sequence)) if i % (cols + 1) != cols])
        sequence[place] = states
        length = len(sequence)
        hidden = torch.cat([torch.zeros(1, width), tensor(sequence), torch.zeros(1, width)]).double()[None]
        this = SimpleNamespace(
            video_start_idx=1, video_token_len=length, frame_num=frames, rows=rows, cols=cols,
            frame_attn_weights=tensor(saliency), frame_global_features=tensor(descriptors), fastvid_DySeg_c=8,
            fastvid_DySeg_tau=0.9, fastvid_STPrune_d=0.4, fastvid_DTM_p=4, fastvid_DTM_beta=0.6,
            fastvid_retention_ratio=(m + 0.5) / patches)
        scope = {"torch": torch, "self": this, "hidden_states": hidden, "device": "cpu", "seq_length": length + 2}
        try:
            with Falling():
                exec(code, scope)
        except RuntimeError:
            continue  # more anchors than tokens: the published code can't serve this budget
        out.case()
        out.ints("shape", [frames, rows, cols, m])
        out.matrix("states", states)
        out.matrix("descriptors", descriptors)
        out.matrix("saliency", saliency)
        out.ints("kept", scope["vision_indexs"])
        newline = np.array([(i - 1) % (cols + 1) == cols for i in scope["vision_indexs"].tolist()])
        out.floats("rows", scope["vision_tokens"][0].numpy()[~newline])
    out.save()
