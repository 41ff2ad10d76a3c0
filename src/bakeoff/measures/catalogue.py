"""What measures there are: plain data, read by the registry and by nobody else.

A row: name, whether higher is better, what it needs, the function of this room that computes it
("" for what is only known by name), how many classes, its bounds, further names, and a line that
says what it is. Names are compared without case, blanks, dashes, underscores and dots, so each
is written once: ``roc_auc`` also stands for ``ROC AUC`` and ``rocAuc``.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

Needs: TypeAlias = Literal["labels", "scores", "probabilities", "values"]
Classes: TypeAlias = Literal["two", "any"]
Row: TypeAlias = tuple[str, bool, Needs, str, Classes, float, float, str, str]

INF = float("inf")
UP, DOWN = True, False

COMPUTED: tuple[Row, ...] = (
    # from predicted labels
    ("error", DOWN, "labels", "rate", "any", 0, 1,
     ("error_rate err misclassification_error misclassification_rate classification_error mmce ce "
     "zero_one_loss zero_one"),
     "the share of items that are given the wrong class"),
    ("accuracy", UP, "labels", "rate", "any", 0, 1,
     ("acc accuracy_score predictive_accuracy classification_accuracy correct_rate micro_f1 "
     "micro_precision micro_recall f1_micro precision_micro recall_micro weighted_recall "
     "recall_weighted mean_weighted_recall weighted_avg_ir_recall weighted_avg_true_positive_rate"),
     "the share of items that are given the right class"),
    ("balanced_accuracy", UP, "labels", "rate", "any", 0, 1,
     "balanced_accuracy_score balacc bal_acc bal_accuracy balanced_acc bacc bac",
     "the mean over the classes of the share of their items that are found"),
    ("tpr", UP, "labels", "rate", "two", 0, 1,
     "recall sensitivity sens hit_rate tp_rate true_positive_rate recall_score ir_recall",
     "the share of the positive items that are found"),
    ("fpr", DOWN, "labels", "rate", "two", 0, 1,
     "false_alarm false_alarm_rate fp_rate false_positive_rate fall_out",
     "the share of the negative items that are called positive"),
    ("tnr", UP, "labels", "rate", "two", 0, 1,
     "specificity spec tn_rate true_negative_rate selectivity",
     "the share of the negative items that are called negative"),
    ("fnr", DOWN, "labels", "rate", "two", 0, 1,
     "miss_rate fn_rate false_negative_rate",
     "the share of the positive items that are missed"),
    ("precision", UP, "labels", "rate", "two", 0, 1,
     "ppv positive_predictive_value pos_pred_value precision_score ir_precision",
     "the share of the items called positive that are"),
    ("npv", UP, "labels", "rate", "two", 0, 1,
     "negative_predictive_value neg_pred_value",
     "the share of the items called negative that are"),
    ("f1", UP, "labels", "rate", "two", 0, 1,
     "f1_score f_score f_measure f_meas fmeasure f1_measure f_1 dice dice_score dice_coefficient",
     "the harmonic mean of precision and recall"),
    ("kappa", UP, "labels", "rate", "any", -1, 1,
     "cohen_kappa cohens_kappa cohen_kappa_score kappa_statistic kap",
     "agreement beyond what the class shares alone would give (Cohen)"),
    ("mcc", UP, "labels", "rate", "any", -1, 1,
     "matthews_corrcoef matthews_correlation matthews_correlation_coefficient phi_coefficient",
     "the correlation of truth and prediction (Matthews; Gorodkin for more classes)"),
    ("macro_precision", UP, "labels", "rate", "any", 0, 1,
     "precision_macro unweighted_precision", "the plain mean of the classes' precisions"),
    ("macro_recall", UP, "labels", "rate", "any", 0, 1,
     "recall_macro unweighted_recall uar", "the plain mean of the classes' recalls"),
    ("macro_f1", UP, "labels", "rate", "any", 0, 1,
     "f1_macro macro_f unweighted_macro_avg_f_measure", "the plain mean of the classes' F1"),
    ("weighted_precision", UP, "labels", "rate", "any", 0, 1,
     "precision_weighted mean_weighted_precision weighted_avg_ir_precision",
     "the mean of the classes' precisions, weighted by their items"),
    ("weighted_f1", UP, "labels", "rate", "any", 0, 1,
     "f1_weighted mean_weighted_f_measure weighted_avg_f_measure weighted_f_measure",
     "the mean of the classes' F1, weighted by their items"),
    ("tp", UP, "labels", "rate", "two", 0, INF,
     "true_positives num_true_positives", "positive items called positive, counted"),
    ("fp", DOWN, "labels", "rate", "two", 0, INF,
     "false_positives num_false_positives", "negative items called positive, counted"),
    ("fn", DOWN, "labels", "rate", "two", 0, INF,
     "false_negatives num_false_negatives", "positive items called negative, counted"),
    ("tn", UP, "labels", "rate", "two", 0, INF,
     "true_negatives num_true_negatives", "negative items called negative, counted"),
    ("risk", DOWN, "labels", "risk", "any", -INF, INF,
     "average_cost expected_cost mean_cost expected_loss",
     "the mean loss per item under a table of losses"),
    # from scores that order the items
    ("auc", UP, "scores", "roc_auc", "two", 0, 1,
     ("roc_auc auc_roc auroc roc_auc_score area_under_roc area_under_roc_curve "
     "area_under_the_roc_curve area_under_curve au_roc roc roc_area auc_score c_statistic "
     "concordance concordance_index c_index"),
     "the chance that a positive item scores above a negative one"),
    ("auc_pr", UP, "scores", "pr_auc", "two", 0, 1,
     "pr_auc auprc auc_prc aucpr area_under_prc area_under_pr area_under_pr_curve prc_area",
     "the area under precision over recall, rightly interpolated"),
    ("auc_pr_trapezoid", UP, "scores", "pr_auc_trapezoid", "two", 0, 1,
     "pr_auc_trapezoid", "the area under straight lines between precisions"),
    ("average_precision", UP, "scores", "average_precision", "two", 0, 1,
     "average_precision_score avg_precision avgprec", "precision summed over the steps in recall"),
    # from probabilities
    ("auc_ovr", UP, "probabilities", "auc_ovr", "any", 0, 1,
     "roc_auc_ovr auc_macro macro_auc roc_aunu", "the mean area of each class against the rest"),
    ("auc_ovr_weighted", UP, "probabilities", "auc_ovr_weighted", "any", 0, 1,
     ("roc_auc_ovr_weighted auc_weighted roc_aunp weighted_area_under_roc "
     "weighted_avg_area_under_roc"),
     "the area of each class against the rest, weighted by its items"),
    ("auc_ovo", UP, "probabilities", "auc_ovo", "any", 0, 1,
     "roc_auc_ovo mauc multiclass_auc hand_till",
     "the mean area between two classes (Hand and Till)"),
    ("log_loss", DOWN, "probabilities", "log_loss", "any", 0, INF,
     ("logloss mn_log_loss cross_entropy cross_entropy_loss negative_log_likelihood "
     "neg_log_likelihood nll mean_log_loss"),
     "the mean of -log(probability given to the true class)"),
    ("brier", DOWN, "probabilities", "brier", "any", 0, 2,
     "brier_score brier_score_loss brier_loss brier_class bbrier mbrier",
     "the mean squared distance of the probabilities from what happened"),
    # from predicted numbers
    ("mse", DOWN, "values", "mean_squared_error", "any", 0, INF,
     "mean_squared_error squared_error squared_loss l2_loss", "the mean squared error"),
    ("rmse", DOWN, "values", "root_mean_squared_error", "any", 0, INF,
     "root_mean_squared_error", "the root of the mean squared error"),
    ("mae", DOWN, "values", "mean_absolute_error", "any", 0, INF,
     "mean_absolute_error absolute_error absolute_loss l1_loss", "the mean absolute error"),
    ("r2", UP, "values", "r2", "any", -INF, 1,
     "r2_score r_squared rsquared rsq coefficient_of_determination",
     "the share of the variance that is explained"),
)  # fmt: skip

BROUGHT: tuple[Row, ...] = (
    # what a person measures while running, or brings
    ("training_time", DOWN, "values", "", "any", 0, INF,
     ("train_time fit_time mean_fit_time time_train time_training_seconds training_duration "
      "train_duration build_time "
     "build_cpu_time fit_duration elapsed_time_training user_cpu_time_training "
     "usercpu_time_millis_training wall_clock_time_millis_training training_seconds train_seconds "
     "fit_seconds"),
     "how long training took"),
    ("test_time", DOWN, "values", "", "any", 0, INF,
     ("testing_time score_time mean_score_time time_test_seconds time_predict predict_time "
      "prediction_time "
     "inference_time predict_duration elapsed_time_testing user_cpu_time_testing "
     "usercpu_time_millis_testing wall_clock_time_millis_testing test_seconds latency"),
     "how long predicting took"),
    ("duration", DOWN, "values", "", "any", 0, INF,
     ("seconds runtime run_time running_time elapsed elapsed_time elapsed_seconds wall_time "
     "wall_clock_time wallclock cpu_time cpu_seconds total_time time_both usercpu_time_millis "
     "wall_clock_time_millis milliseconds minutes"),
     "how long it took"),
    ("model_size", DOWN, "values", "", "any", 0, INF,
     ("serialized_model_size size_in_bytes memory memory_usage n_parameters num_parameters "
     "tree_size measure_tree_size num_leaves measure_num_leaves num_rules measure_num_rules"),
     "how large the model is"),
    ("percent_correct", UP, "values", "", "any", 0, 100,
     "accuracy_percent percent_accuracy correctly_classified_percent acc_percent",
     "the accuracy in percent"),
    ("percent_incorrect", DOWN, "values", "", "any", 0, 100,
     "error_percent percent_error incorrectly_classified_percent err_percent",
     "the error in percent"),
    ("loss", DOWN, "values", "", "any", -INF, INF, "objective_loss", "a loss of any kind"),
    ("cost", DOWN, "values", "", "any", -INF, INF,
     "total_cost classification_cost misclassification_cost",
     "what the mistakes cost"),
    ("reward", UP, "values", "", "any", -INF, INF,
     ("mean_reward episode_reward total_reward cumulative_reward average_reward episode_return "
     "mean_return utility profit"),
     "what was gained"),
    ("perplexity", DOWN, "values", "", "any", 1, INF, "ppl", "exp(cross-entropy)"),
    ("mape", DOWN, "values", "", "any", 0, INF,
     "mean_absolute_percentage_error", "the mean absolute error as a share of the truth"),
    ("pearson", UP, "values", "", "any", -1, 1,
     "pearsonr pearson_correlation correlation_coefficient", "the correlation with the truth"),
    ("spearman", UP, "values", "", "any", -1, 1,
     "spearmanr spearman_correlation spearman_rho srho", "the correlation of the ranks"),
    ("kendall", UP, "values", "", "any", -1, 1,
     "kendall_tau kendalltau ktau", "the agreement of all pairs in order"),
)  # fmt: skip

# Known by name and direction only.
HIGHER = (
    "number_correct g_mean geometric_mean youden youden_index j_index informedness markedness "
    "positive_likelihood_ratio f_beta f2 f05 top_k_accuracy top_k_accuracy_score top_5_accuracy "
    "top_1_accuracy top5_acc top1_acc exact_match subset_accuracy jaccard jaccard_index "
    "jaccard_score jaccard_micro jaccard_macro jaccard_weighted jaccard_samples f1_samples "
    "precision_samples recall_samples iou miou mean_iou weighted_avg_area_under_prc "
    "weighted_avg_matthews_correlation roc_auc_ovo_weighted auc_micro "
    "average_precision_macro mean_average_precision ndcg "
    "ndcg_score ndcg_at dcg precision_at recall_at hit_at hits_at map_at pass_at mrr "
    "mean_reciprocal_rank gain_capture gini_coefficient ks_statistic lift bleu rouge rouge_1 "
    "rouge_2 rouge_l meteor chrf psnr ssim win_rate success_rate explained_variance "
    "explained_variance_score d2_absolute_error_score d2_pinball_score d2_tweedie_score "
    "d2_brier_score d2_log_loss_score ccc concordance_correlation log_likelihood rand_score "
    "rand_index adjusted_rand_score adjusted_rand_index ari mutual_info_score "
    "normalized_mutual_info_score adjusted_mutual_info_score nmi ami v_measure v_measure_score "
    "homogeneity_score completeness_score fowlkes_mallows_score silhouette silhouette_score "
    "calinski_harabasz_score kb_information kb_relative_information_score throughput"
)
LOWER = (
    "number_incorrect number_unclassified percent_unclassified hamming_loss hinge_loss "
    "balanced_error balanced_error_rate ber negative_likelihood_ratio false_discovery_rate fdr "
    "false_omission_rate equal_error_rate eer top_5_error top_1_error top5_err top1_err wer cer "
    "word_error_rate character_error_rate fid ece expected_calibration_error calibration_error "
    "crps smape mase msle mean_squared_log_error root_mean_squared_log_error rmsle "
    "median_absolute_error max_error relative_absolute_error root_relative_squared_error rae rrse "
    "huber_loss pinball_loss quantile_loss mean_pinball_loss deviance poisson_deviance "
    "gamma_deviance mean_poisson_deviance mean_gamma_deviance mean_tweedie_deviance "
    "mean_prior_absolute_error root_mean_prior_squared_error regret bits_per_character "
    "bits_per_byte davies_bouldin_score energy energy_consumption carbon mean_rank average_rank "
    "avg_rank"
)
